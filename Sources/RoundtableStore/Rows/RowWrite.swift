import Postgres

/// A write to one table: its columns and its condition. The same description serves as a part of a statement that
/// writes many rows, and as a whole statement that writes one.
struct RowWrite<Row: Sendable>: Sendable {
    private let single: PostgresTemplate<Row>
    private let grouped: @Sendable (_ source: String, _ mayConflict: Bool) -> String

    /// Inserts a row.
    ///
    /// - Parameters:
    ///   - names: the columns of the table, with commas between them. Each takes the row's column of the same name.
    ///   - values: for a column of the table, the SQL that it takes instead, with `{name}` for the row's columns.
    ///   - conflict: the SQL after `ON CONFLICT`; nil for no such clause.
    init(
        inserting names: String, into table: String, values: [String: String] = [:],
        onConflict conflict: String? = nil,
        of columns: PostgresColumns<Row>
    ) {
        let head = "INSERT INTO \(table) (\(names))"
        let places = names.split { " ,\n".contains($0) }.map { values[String($0)] ?? "{\($0)}" }
            .joined(separator: ", ")
        let selection = PostgresTemplate(places, of: columns)
        let ending = conflict.map { " ON CONFLICT \($0)" } ?? ""
        single = PostgresTemplate("\(head) VALUES (\(places))\(ending)", of: columns)
        grouped = { source, mayConflict in
            "\(head) SELECT \(selection.text(in: "i")) FROM \(source)\(mayConflict ? ending : "")"
        }
    }

    init(updating table: String, set assignments: String, where condition: String, of columns: PostgresColumns<Row>) {
        let head = PostgresTemplate("UPDATE \(table) SET \(assignments)", of: columns)
        let tail = PostgresTemplate("WHERE \(condition)", of: columns)
        single = PostgresTemplate("UPDATE \(table) SET \(assignments) WHERE \(condition)", of: columns)
        grouped = { source, _ in "\(head.text(in: "i")) FROM \(source) \(tail.text(in: "i"))" }
    }

    /// The part of a statement that writes rows.
    ///
    /// - Parameters:
    ///   - source: where they come from, under the name `i`.
    ///   - mayConflict: whether there may be such rows already.
    func part(from source: String, mayConflict: Bool = true) -> String { grouped(source, mayConflict) }

    func callAsFunction(_ row: Row) -> PostgresStatement { single(row) }
}

/// A condition on which a row is written: a search, and whether it must find something. It serves statements for many
/// rows and for one, like ``RowWrite``.
struct RowCondition<Row: Sendable>: Sendable {
    private let search: PostgresTemplate<Row>
    private let isFound: Bool

    init(_ search: String, isFound: Bool, of columns: PostgresColumns<Row>) {
        self.search = PostgresTemplate(search, of: columns)
        self.isFound = isFound
    }

    /// The condition on rows `i` of a statement.
    var part: String { "\(isFound ? "" : "NOT ")EXISTS (\(search.text(in: "i")))" }

    /// The statement that looks for one row, and what it must have found.
    func callAsFunction(_ row: Row) -> (PostgresStatement, SessionTransaction.Expectation) {
        (search(row), isFound ? .oneRow : .noRow)
    }
}

extension SessionTransaction {
    mutating func add<Row>(_ condition: RowCondition<Row>, on row: Row) {
        let (statement, expectation) = condition(row)
        add(statement, expecting: expectation)
    }
}
