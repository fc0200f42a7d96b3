/// SQL about one row, with `{name}` for each column. The same text serves as a part of a statement for many rows, or as
/// a whole statement for one row.
public struct PostgresTemplate<Row: Sendable>: Sendable {
    private enum Piece {
        case text(Substring)
        case column(PostgresColumns<Row>.Column)
    }

    private let pieces: [Piece]
    private let prepared: StatementText

    /// A text with the columns that it names.
    ///
    /// - Precondition: each name between braces is that of a column.
    public init(_ text: String, of columns: PostgresColumns<Row>) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = rest[rest.index(after: start)..<end]
            guard let column = columns.columns.first(where: { $0.name == name }) else {
                preconditionFailure("There is no column \(name).")
            }
            pieces += [.text(rest[..<start]), .column(column)]
            rest = rest[rest.index(after: end)...]
        }
        pieces.append(.text(rest))
        self.pieces = pieces

        var (sql, types) = ("", [UInt32]())
        for piece in pieces {
            switch piece {
            case .text(let text): sql += text
            case .column(let column):
                types.append(column.type.oid)
                sql += "$\(types.count)"
            }
        }
        prepared = StatementText(sql, types: types)
    }

    /// The text in a statement that has the rows in a table of this name.
    public func text(in table: String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): String(text)
            case .column(let column): "\(table).\(column.name)"
            }
        }.joined()
    }

    /// The statement for a row.
    public func callAsFunction(_ row: Row) -> PostgresStatement {
        var encoder = PostgresEncoder()
        for case .column(let column) in pieces { _ = column.encode(row, &encoder) }
        return PostgresStatement(prepared, values: encoder.bytes)
    }
}
