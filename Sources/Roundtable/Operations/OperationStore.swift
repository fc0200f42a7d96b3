/// Where operators' events are committed.
package protocol OperationStore: Sendable {
    /// Commits an event together with its lines of the audit log, or neither; false if the session has moved on.
    func commit(_ commit: Commit, noting entries: [AuditEntry]) async throws(ServiceError) -> Bool
}
