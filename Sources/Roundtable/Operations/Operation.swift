/// An operator's intervention in a session: part of the event that it led to, and shown to operators only.
package struct Operation: Codable, Sendable, Equatable {
    /// Who did it.
    package let by: String
    /// Why.
    package let reason: String

    /// What an operator did, and why.
    package init(by name: String, reason: String) {
        by = name
        self.reason = reason
    }
}
