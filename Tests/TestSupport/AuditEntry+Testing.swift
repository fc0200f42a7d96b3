package import Roundtable

extension AuditEntry {
    /// The line of the audit log of an operator who does something.
    package static let testing = AuditEntry(
        id: .numbered(7), at: .testing, operation: Operation(by: "Dana", reason: "ticket 4711"), command: "test",
        subject: nil)
}
