import Foundation
import Postgres
import Roundtable

/// The search for a first answer, as one row of a batch.
struct AnswerRequest: Sendable {
    let search: AnswerSearch

    /// Looks in the three places where an answer may be: the session's events after a revision, the draft that has the
    /// request's ID, and `answers`, for what is neither. A draft is found however old it is, because there is never
    /// another one with its ID.
    static func statement(for requests: [AnswerRequest]) -> PostgresStatement { statement(requests) }

    private static let statement: PostgresRowStatement<AnswerRequest> = {
        var columns = PostgresColumns<AnswerRequest>()
        columns.add("session_id") { $0.search.session.uuid }
        columns.add(searchColumns)
        return PostgresRowStatement(columns, as: "i") { "SELECT i.ordinal, f.* FROM \($0) \(places)" }
    }()

    /// The same for one request; the statement names its session for itself, so that a cluster finds the node that has
    /// it.
    private var statement: PostgresStatement {
        """
        SELECT i.ordinal, f.*
        FROM (
            SELECT \(search.session.uuid) AS session_id, search.*
            FROM unnest(\(Self.searchColumns, of: [self]))
                WITH ORDINALITY AS search (\(unescaped: Self.searchColumns.names), ordinal)
        ) AS i
        \(unescaped: Self.places)
        """
    }

    /// The number of events that are looked through after the revision, and of the newest: what a request has made
    /// comes soon after the revision that it names, or lately.
    static let searchedEvents = 1000

    private static let searchColumns: PostgresColumns<AnswerRequest> = {
        var columns = PostgresColumns<AnswerRequest>()
        columns.add("player_id") { $0.search.player.uuid }
        columns.add("key") { $0.search.request.key }
        columns.add("hash") { $0.search.request.fingerprint }
        columns.add("request_id") { $0.search.id.uuid }
        // NB: of no use beyond all revisions that there are, and added to.
        columns.add("revision") { min($0.search.revision, 1 << 60) }
        columns.add("since") { $0.search.since }
        return columns
    }()

    private static let places = """
        CROSS JOIN LATERAL (
            SELECT * FROM (
                SELECT 'event' AS place, revision, \(AnswerColumns.names), NULL::json AS answer
                FROM (
                    SELECT * FROM events
                    WHERE session_id = i.session_id AND revision > i.revision
                        AND revision <= i.revision + \(searchedEvents)
                    UNION ALL
                    SELECT * FROM (
                        SELECT * FROM events
                        WHERE session_id = i.session_id AND revision > i.revision + \(searchedEvents)
                        ORDER BY revision DESC LIMIT \(searchedEvents)
                    ) AS newest
                ) AS e
                WHERE e.request_id = i.request_id AND e.at > i.since
                UNION ALL
                SELECT 'draft', expected_revision - 1, \(AnswerColumns.names), NULL
                FROM drafts d
                WHERE d.session_id = i.session_id AND d.draft_id = i.request_id
                UNION ALL
                SELECT 'answer', NULL, a.fingerprint, NULL, NULL, NULL, NULL, a.answer
                FROM answers a
                WHERE a.session_id = i.session_id AND a.player_id = i.player_id AND a.key = i.key
            ) AS found
            ORDER BY request_hash IS DISTINCT FROM i.hash LIMIT 1
        ) AS f
        """

    /// Reads the answer.
    ///
    /// - Throws: `idempotency_key_reused`, for a draft whose answer was taken from it.
    func record(in row: PostgresRow) throws -> AnswerRecord {
        guard let hash = try row.decode("request_hash", as: Data?.self) else {
            throw ServiceError(.idempotencyKeyReused, "This Idempotency-Key made a draft before.")
        }
        let answer =
            switch try row.decode("place", as: String.self) {
            case "event":
                try StoredAnswer(
                    row, to: search.player, message: .event(revision: row.decode("revision")), isDraft: false)
            case "draft":
                try StoredAnswer(row, to: search.player, message: .draft(DraftID(search.id.uuid)), isDraft: true)
            default: try row.decode("answer", as: PostgresJSON.self).decode(StoredAnswer.self)
            }
        return AnswerRecord(
            id: search.id, player: search.player,
            request: IdempotencyMark(key: search.request.key, fingerprint: hash), answer: answer)
    }
}

extension AnswerRequest: GroupedRequest {
    static func output(of row: PostgresRow) -> PostgresRow { row }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> PostgresRow? {
        do {
            return try await pool.query(statement).first
        } catch {
            throw ServiceError(error)
        }
    }
}
