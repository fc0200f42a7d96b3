/// Where operators' events are committed.
package protocol OperationStore: Sendable {
    /// Commits an event together with its lines of the audit log, or neither; false if the session has moved on.
    func commit(_ commit: Commit, noting entries: [AuditEntry]) async throws(ServiceError) -> Bool
    /// Abandons a session that can't be read, by an event with these details, together with the line of the audit log.
    ///
    /// - Returns: the revision of the event; nil if the session is over.
    func abandonUnread(
        _ session: SessionID, by details: Event.Details, noting entry: AuditEntry
    ) async throws(ServiceError) -> Int?
}
