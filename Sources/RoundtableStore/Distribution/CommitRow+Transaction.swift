import GameRules
import Postgres
import Roundtable

extension CommitRow: DistributableWrite {
    /// The commit as statements of its own, with the conditions of ``statement(for:)``. The first one locks the
    /// session's row, so that what the conditions after it find stays true.
    func transaction() throws(ServiceError) -> SessionTransaction {
        var writes = SessionTransaction()
        writes.add(sessionUpdate, expecting: .oneRow)
        let event = commit.event
        writes.add(
            event.insertion(in: session.id, json: self.event, request: commit.answer?.id, answer: answer),
            expecting: .oneRow)
        if isSnapshot {
            writes.add(session.snapshotInsertion(seating: seating, position: position, outcome: outcome))
        }
        if let device = commit.device?.device { writes.add(device.otherVersion(in: session.id), expecting: .noRow) }
        if let draft = event.details.draft {
            writes.add(
                """
                SELECT FROM drafts
                WHERE session_id = \(session.id.uuid) AND draft_id = \(draft.uuid)
                    AND status NOT IN ('live', 'replaced')
                """, expecting: .noRow)
            writes.add(
                """
                UPDATE drafts SET status = 'committed', committed_revision = \(event.revision)
                WHERE session_id = \(session.id.uuid) AND draft_id = \(draft.uuid)
                """)
        }
        if event.bindsPlayer, let player = event.player { writes.add(player.binding(to: session.id, at: event.at)) }
        if let report = commit.device, report.hasChanges {
            try writes.keep(report.device.kept(at: event.at), in: session.id, at: event.at)
        }
        writes.add(charge)
        return writes
    }

    private var sessionUpdate: PostgresStatement {
        """
        UPDATE sessions SET
            revision = \(session.revision), state_revision = \(session.stateRevision),
            phase = \(session.phase.rawValue), seating = \(seating), position = \(position), outcome = \(outcome),
            to_act = \(toAct)::int[], acting = \(acting)::uuid[], deadline = \(session.deadline),
            unsent_revision = NULL, updated_at = \(commit.event.at)
        WHERE session_id = \(session.id.uuid) AND revision = \(session.revision - 1)
            AND generation = \(commit.generation)
        """
    }
}
