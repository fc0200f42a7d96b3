import Postgres
import Roundtable

extension DraftRow: DistributableWrite {
    /// The draft as statements of its own, with the conditions of ``statement(for:)``.
    func transaction() throws(ServiceError) -> SessionTransaction {
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
            draft.insertion(in: session, json: self.draft, answer: answer), expecting: .oneRow)
        if report.hasChanges {
            try writes.keep(report.device.kept(at: draft.createdAt), in: session, at: draft.createdAt)
        }
        writes.add(charge)
        return writes
    }
}
