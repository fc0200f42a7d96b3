/// One row of a result, which it keeps alive.
package struct PostgresRow: Sendable {
    let storage: ResultStorage
    let index: Int

    /// The number of bytes that its values have as they came.
    package var byteCount: Int {
        (0..<storage.columnCount).reduce(0) { $0 + (storage.bytes(row: index, column: $1)?.count ?? 0) }
    }

    /// Reads the column of this name.
    package func decode<Value: PostgresCodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let position = storage.index(of: column) else {
            throw PostgresError(.decodingFailed, "there is no column \(column)", statement: storage.statement)
        }
        return try decode(at: position)
    }

    /// Reads the first columns in order: `let (id, name) = try row.decode((UUID, String).self)`.
    package func decode<each Value: PostgresCodable>(
        _ types: (repeat each Value).Type
    ) throws(PostgresError) -> (repeat each Value) {
        var position = -1
        func next() -> Int {
            position += 1
            return position
        }
        return (repeat try decode(at: next(), as: (each Value).self))
    }

    /// Reads the column at this position, counted from 0.
    package func decode<Value: PostgresCodable>(
        at position: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard position < storage.columnCount else {
            throw PostgresError(.decodingFailed, "there is no column \(position)", statement: storage.statement)
        }
        let oid = storage.type(of: position)
        do throws(PostgresDecodingProblem) {
            // The row keeps the storage, and so the bytes, until the value is made.
            return try withExtendedLifetime(storage) { () throws(PostgresDecodingProblem) in
                try Value.decode(oid: oid, bytes: storage.bytes(row: index, column: position))
            }
        } catch {
            let column = storage.name(of: position)
            throw PostgresError(
                .decodingFailed,
                "column \(column) (\(error)): expected \(Value.postgresType), found \(PostgresType.name(of: oid))",
                statement: storage.statement)
        }
    }
}
