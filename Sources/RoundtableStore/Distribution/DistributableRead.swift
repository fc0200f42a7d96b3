import Postgres
import Roundtable

/// A grouped request that reads rows of one session; its output is the first of them.
protocol DistributableRead: GroupedRequest where Output == PostgresRow {
    static var search: SessionRows<Self> { get }
}

/// The search for rows of sessions. It serves requests about any sessions. Where sessions are distributed, it serves
/// those about one session, and names its ID in the statement, so that the cluster finds the node.
struct SessionRows<Request: DistributableRead>: Sendable {
    private let columns: PostgresColumns<Request>
    private let (selection, source): (String, String)
    fileprivate let ofMany: PostgresRowStatement<Request>

    /// - Parameters:
    ///   - selection: the columns to find; the first is `i.ordinal`.
    ///   - source: what is joined to the requests `i`, each of which has `session_id` and its columns.
    ///   - columns: what a request has besides its session.
    init(_ selection: String, joining source: String, to columns: PostgresColumns<Request>) {
        self.columns = columns
        (self.selection, self.source) = (selection, source)
        let all = PostgresColumns<Request> { all in
            all.add("session_id") { $0.session.uuid }
            all.add(columns)
        }
        ofMany = PostgresRowStatement(all, as: "i") { "SELECT \(selection) FROM \($0) \(source)" }
    }

    /// The statement for requests that are all about one session.
    func callAsFunction(_ requests: [Request], of session: SessionID) -> PostgresStatement {
        """
        SELECT \(unescaped: selection)
        FROM (
            SELECT \(session.uuid) AS session_id, request.*
            FROM unnest(\(columns, of: requests))
                WITH ORDINALITY AS request (\(unescaped: columns.names), ordinal)
        ) AS i
        \(unescaped: source)
        """
    }
}

extension DistributableRead {
    static func statement(for requests: [Self]) -> PostgresStatement { search.ofMany(requests) }

    static func output(of row: PostgresRow) -> PostgresRow { row }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> PostgresRow? {
        try await pool.rows(of: Self.search([self], of: session)).first
    }
}
