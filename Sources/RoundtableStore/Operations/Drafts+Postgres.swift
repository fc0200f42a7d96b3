import Postgres
package import Roundtable

extension PostgresStore {
    /// All drafts of a session, the oldest first.
    package func drafts(of session: SessionID) async throws(ServiceError) -> [Draft] {
        try await readAll(
            """
            SELECT d.draft_id, \(unescaped: Draft.columns) FROM drafts d
            WHERE session_id = \(session.uuid) ORDER BY created_at, draft_id
            """
        ) { try Draft(row: $0) }
    }
}
