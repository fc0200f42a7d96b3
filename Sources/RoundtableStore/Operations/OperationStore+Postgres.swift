import Postgres
package import Roundtable

extension PostgresStore: OperationStore {
    /// Not on a lane, whose statements are for turns only.
    package func commit(_ commit: Commit, noting entries: [AuditEntry]) async throws(ServiceError) -> Bool {
        defer { cache.forget(commit.session.id) }
        let row = try CommitRow(commit)
        do {
            return try await pool.withTransaction { transaction in
                guard try await !transaction.query(CommitRow.statement(for: [row])).isEmpty else { return false }
                for entry in entries { try await transaction.note(entry) }
                return true
            }
        } catch let error as PostgresError {
            throw ServiceError(error)
        } catch {
            throw ServiceError(.internal, "An operator's event can't be committed.", underlying: error)
        }
    }
}
