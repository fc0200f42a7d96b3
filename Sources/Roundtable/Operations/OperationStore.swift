/// Where operators' events are committed.
package protocol OperationStore: Sendable {
    /// Commits an event together with its line of the audit log, or neither; false if the session has moved on.
    func commit(_ commit: Commit, noting entry: AuditEntry) async throws(ServiceError) -> Bool
}
