/// The columns of one kind of row. A statement for many rows gets each column as an array; a statement for one row
/// (``PostgresTemplate``) gets each column as a value.
public struct PostgresColumns<Row: Sendable>: Sendable {
    @usableFromInline
    struct Column: Sendable {
        @usableFromInline let name: String
        @usableFromInline let type: PostgresType
        /// Encodes the value of a row, and tells whether it is something other than NULL.
        @usableFromInline let encode: @Sendable (Row, inout PostgresEncoder) -> Bool
    }

    @usableFromInline private(set) var columns: [Column] = []

    /// The columns that a closure adds.
    public init(_ addColumns: (_ columns: inout PostgresColumns) -> Void) { addColumns(&self) }

    /// Adds a column: its name in the statement, and its value in a row.
    @inlinable
    public mutating func add<Value: PostgresCodable>(_ name: String, _ value: @escaping @Sendable (Row) -> Value) {
        add(name, type: Value.postgresType) { $1.append(value($0)) }
    }

    /// Adds other columns of the same rows.
    public mutating func add(_ others: PostgresColumns) { columns += others.columns }

    /// Adds the columns of a part of each row, NULL for a row that lacks the part. Skips a column whose name is already
    /// there, since it has the same value.
    @inlinable
    public mutating func add<Part>(
        _ others: PostgresColumns<Part>, of part: @escaping @Sendable (Row) -> Part?
    ) {
        for column in others.columns where !columns.contains(where: { $0.name == column.name }) {
            add(column.name, type: column.type) { row, encoder in
                guard let part = part(row) else { return encoder.appendNull() }
                return column.encode(part, &encoder)
            }
        }
    }

    @usableFromInline
    mutating func add(
        _ name: String, type: PostgresType, encode: @escaping @Sendable (Row, inout PostgresEncoder) -> Bool
    ) {
        columns.append(Column(name: name, type: type, encode: encode))
    }

    /// The columns' names.
    public var nameList: [String] { columns.map(\.name) }

    /// The columns' names, with commas between them.
    public var names: String { nameList.joined(separator: ", ") }

    /// The types of the arrays.
    var types: [UInt32] { columns.map(\.type.array.oid) }

    /// The placeholders `$n`, with commas between them, numbered from `count + 1`.
    func placeholders(after count: Int = 0) -> String {
        columns.indices.map { "$\(count + $0 + 1)" }.joined(separator: ", ")
    }

    @inlinable
    func encode(_ rows: [Row], into encoder: inout PostgresEncoder) {
        for column in columns {
            let length = encoder.reserve(Int32.self)
            encoder.writeArray(of: column.type.oid, rows, column.encode)
            encoder.patchLength(from: length)
        }
    }
}

/// A statement for any number of rows of one kind: its text is written once, and its parameters are the columns.
public struct PostgresRowStatement<Row: Sendable>: Sendable {
    @usableFromInline let columns: PostgresColumns<Row>
    @usableFromInline let text: StatementText

    /// Makes a statement.
    ///
    /// - Parameters:
    ///   - columns: its parameters.
    ///   - name: the alias of the table of rows. Its last column, `ordinal`, numbers the rows from 1.
    ///   - text: makes the SQL from the table expression, which belongs after `FROM`.
    public init(_ columns: PostgresColumns<Row>, as name: String, text: (_ table: String) -> String) {
        self.columns = columns
        let table =
            "unnest(\(columns.placeholders())) WITH ORDINALITY AS \(name) (\(columns.names), ordinal)"
        self.text = StatementText(text(table), types: columns.types)
    }

    /// The statement for some rows.
    @inlinable
    public func callAsFunction(_ rows: [Row]) -> PostgresStatement {
        var encoder = PostgresEncoder()
        columns.encode(rows, into: &encoder)
        return PostgresStatement(text, values: encoder.bytes)
    }
}

extension PostgresStatement.StringInterpolation {
    /// Adds the columns of some rows as parameters, with commas between them.
    public mutating func appendInterpolation<Row>(_ columns: PostgresColumns<Row>, of rows: [Row]) {
        text += columns.placeholders(after: types.count)
        types += columns.types
        columns.encode(rows, into: &encoder)
    }
}
