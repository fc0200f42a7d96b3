import GameRules
import Postgres
import Roundtable

extension CommitRow: GroupedRequest {
    static func output(of row: PostgresRow) throws(PostgresError) -> Bool { try row.decode(at: 1) }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> Bool? {
        let (writes, device) = try transaction()
        return try await writes.execute(on: pool).map { results in device.map { results[$0].affectedRows == 1 } ?? false
        }
    }

    /// The commit as statements of its own, with the conditions of ``statement(for:)``. The first one locks the
    /// session's row, so that what the conditions after it find stays true.
    ///
    /// - Returns: also the place of the statement that keeps the asking device; nil if it is not to be kept.
    func transaction() throws(ServiceError) -> (writes: SessionTransaction, device: Int?) {
        var writes = SessionTransaction()
        writes.add(sessionUpdate, expecting: .oneRow)
        let (session, event) = (commit.session, commit.event)
        writes.add(
            event.insertion(in: session.id, details: details, request: commit.answer?.id, answer: answer),
            expecting: .oneRow)
        if let device = commit.device?.device { writes.add(device.otherVersion(in: session.id), expecting: .noRow) }
        if let draft = event.details.draft {
            writes.add(
                """
                SELECT FROM drafts
                WHERE session_id = \(session.id.uuid) AND draft_id = \(draft.uuid) AND status NOT IN ('live', 'replaced')
                """, expecting: .noRow)
            writes.add(
                """
                UPDATE drafts SET status = 'committed', committed_revision = \(event.revision)
                WHERE session_id = \(session.id.uuid) AND draft_id = \(draft.uuid)
                """)
        }
        if event.bindsPlayer, let player = event.player { writes.add(player.binding(to: session.id, at: event.at)) }
        guard let report = commit.device, report.isNews else { return (writes, nil) }
        let place = try writes.keep(report.device.kept(at: event.at), in: session.id, at: event.at)
        return (writes, place)
    }

    private var sessionUpdate: PostgresStatement {
        let session = commit.session
        return """
            UPDATE sessions SET
                revision = \(session.revision), state_revision = \(session.stateRevision),
                phase = \(session.phase.rawValue), seating = \(seating), position = \(position), outcome = \(outcome),
                to_act = \(session.toAct.map(\.rawValue)), deadline = \(session.deadline), unsent_revision = NULL,
                updated_at = \(commit.event.at)
            WHERE session_id = \(session.id.uuid) AND revision = \(session.revision - 1)
                AND cancellations = \(commit.cancellations)
            """
    }
}
