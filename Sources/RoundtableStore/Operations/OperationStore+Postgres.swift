import GameRules
import Postgres
package import Roundtable

extension PostgresStore: OperationStore {
    /// Not by a batcher, whose statements are for turns only.
    package func commit(_ commit: Commit, noting entries: [AuditEntry]) async throws(ServiceError) -> Bool {
        return try await CommitRow(commit).transaction().execute(on: pool) { transaction in
            for entry in entries { try await transaction.note(entry) }
        } != nil
    }

    package func abandonUnread(
        _ session: SessionID, by details: Event.Details, noting entry: AuditEntry
    ) async throws(ServiceError) -> Int? {
        let (details, outcome) = (try PostgresJSON(details), try PostgresJSON(Outcome.abandoned))
        return try await inTransaction(orFailing: "An operator's event can't be committed.") { transaction in
            let rows = try await transaction.query(
                """
                WITH abandoned AS (
                    UPDATE sessions SET revision = revision + 1, state_revision = revision + 1,
                        phase = \(Session.Phase.abandoned.rawValue), outcome = \(outcome),
                        to_act = '{}', acting = '{}', deadline = NULL, updated_at = \(entry.at)
                    WHERE session_id = \(session.uuid) AND phase NOT IN ('finished', 'abandoned')
                    RETURNING session_id, revision
                )
                INSERT INTO events (session_id, revision, kind, details, at)
                SELECT session_id, revision, \(Event.Kind.abandoned.rawValue), \(details), \(entry.at)
                FROM abandoned
                RETURNING revision
                """)
            guard let row = rows.first else { return nil }
            try await transaction.note(entry)
            return try row.decode(at: 0, as: Int.self)
        }
    }
}
