import Postgres
import Roundtable

extension DraftRow: GroupedRequest {
    static func output(of row: PostgresRow) throws(PostgresError) -> Bool { try row.decode(at: 1) }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> Bool? {
        let (writes, device) = try transaction()
        return try await writes.execute(on: pool).map { results in device.map { results[$0].affectedRows == 1 } ?? false
        }
    }

    /// The draft as statements of its own, with the conditions of ``statement(for:)``.
    ///
    /// - Returns: also the place of the statement that keeps the asking device; nil if it is not to be kept.
    func transaction() throws(ServiceError) -> (writes: SessionTransaction, device: Int?) {
        var writes = SessionTransaction()
        let (draft, session, report) = (saving.draft, saving.session, saving.device)
        writes.add(
            "SELECT FROM sessions WHERE session_id = \(session.uuid) AND revision = \(saving.revision)",
            expecting: .oneRow)
        writes.add(report.device.otherVersion(in: session), expecting: .noRow)
        writes.add(
            """
            UPDATE drafts SET status = 'replaced'
            WHERE session_id = \(session.uuid) AND player_id = \(draft.player.uuid) AND status = 'live'
            """)
        writes.add(
            draft.insertion(in: session, proposal: proposal, texts: texts, answer: answer), expecting: .oneRow)
        guard report.isNews else { return (writes, nil) }
        let place = try writes.keep(report.device.kept(at: draft.createdAt), in: session, at: draft.createdAt)
        return (writes, place)
    }
}
