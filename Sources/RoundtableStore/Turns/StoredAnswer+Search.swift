import Postgres
import Roundtable

extension StoredAnswer.Search: DistributableRead {
    /// Looks in the three places where an answer may be: the session's events after a revision, the draft that has the
    /// request's ID, and `answers`, for what is neither. A draft is found however old it is, because there is never
    /// another one with its ID.
    static let search = SessionRows("i.ordinal, f.*", joining: places, to: columns)

    /// The number of events that are looked through after the revision, and of the newest: what a request has made
    /// comes soon after the revision that it names, or lately.
    static let searchedEvents = 1000

    private static let columns = PostgresColumns<Self> { columns in
        columns.add("player_id") { $0.request.player.uuid }
        columns.add("key") { $0.request.key }
        columns.add("hash") { $0.request.fingerprint() }
        columns.add("request_id") { $0.id.uuid }
        // NB: of no use beyond all revisions that there are, and added to.
        columns.add("revision") { min($0.revision, 1 << 60) }
        columns.add("since") { $0.since }
    }

    private static let places = """
        CROSS JOIN LATERAL (
            SELECT * FROM (
                SELECT 'event' AS place, revision, \(StoredAnswerColumns.names), NULL::json AS answer
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
                SELECT 'draft', expected_revision - 1, \(StoredAnswerColumns.names), NULL
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
    func answer(in row: PostgresRow) throws -> StoredAnswer {
        guard let hash = try row.decode("request_hash", as: [UInt8]?.self) else {
            throw ServiceError(.idempotencyKeyReused, "This Idempotency-Key made a draft before.")
        }
        let content =
            switch try row.decode("place", as: String.self) {
            case "event":
                try StoredAnswer.Content(
                    row, to: request.player, message: .event(revision: row.decode("revision")), isDraft: false)
            case "draft":
                try StoredAnswer.Content(row, to: request.player, message: .draft(DraftID(id.uuid)), isDraft: true)
            default: try row.decode("answer", as: PostgresJSON.self).decode(StoredAnswer.Content.self)
            }
        return StoredAnswer(
            id: id, player: request.player, key: request.key, fingerprint: hash, content: content)
    }
}
