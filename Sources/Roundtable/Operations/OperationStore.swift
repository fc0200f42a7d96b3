/// Where operators' events are committed.
package protocol OperationStore: Sendable {
    /// Abandons a session that can't be read, by an event with these details, together with the line of the audit log.
    ///
    /// - Returns: the revision of the event; nil if the session is over.
    func abandonUnread(
        _ session: SessionID, by details: Event.Details, noting entry: AuditEntry
    ) async throws(ServiceError) -> Int?
}
