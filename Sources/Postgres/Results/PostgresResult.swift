import CLibpq
import Foundation

/// The rows of one statement.
package struct PostgresResult: RandomAccessCollection, Sendable {
    let storage: ResultStorage

    package var startIndex: Int { 0 }

    package var endIndex: Int { storage.rowCount }

    package subscript(position: Int) -> PostgresRow {
        precondition(indices.contains(position), "there is no row \(position)")
        return PostgresRow(storage: storage, index: position)
    }

    /// The number of rows that were selected, inserted, updated or deleted.
    package var affectedRows: Int { PQcmdTuples(storage.pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The command that was executed, such as `INSERT` or `COMMIT`, as the server names it.
    var command: String {
        let tag = PQcmdStatus(storage.pointer).map { String(cString: $0) } ?? ""
        return String(tag.prefix { $0 != " " })
    }
}

/// Owns what libpq allocated for a result.
///
/// Unchecked, because the pointer is only read after `init`, and reading results from many threads is allowed (libpq,
/// "Behavior in Threaded Programs").
final class ResultStorage: @unchecked Sendable {
    let pointer: OpaquePointer
    let rowCount: Int
    let statement: String

    init(pointer: OpaquePointer, statement: String) {
        self.pointer = pointer
        self.statement = statement
        rowCount = Int(PQntuples(pointer))
    }

    deinit { PQclear(pointer) }

    var columnCount: Int { Int(PQnfields(pointer)) }

    /// NB: not PQfnumber, which folds the case of the name it is given.
    func index(of column: String) -> Int? {
        column.withCString { name in
            (0..<PQnfields(pointer)).first { strcmp(PQfname(pointer, $0), name) == 0 }.map(Int.init)
        }
    }

    func name(of column: Int) -> String {
        PQfname(pointer, Int32(column)).map { String(cString: $0) } ?? "\(column)"
    }

    func type(of column: Int) -> UInt32 { PQftype(pointer, Int32(column)) }

    /// The bytes of a value, nil for NULL.
    func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(pointer, Int32(row), Int32(column)) == 0 else { return nil }
        let length = Int(PQgetlength(pointer, Int32(row), Int32(column)))
        return UnsafeRawBufferPointer(start: PQgetvalue(pointer, Int32(row), Int32(column)), count: length)
    }
}
