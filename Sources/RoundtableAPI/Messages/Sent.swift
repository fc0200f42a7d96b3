/// The answer to a message reported as sent.
public struct Sent: Codable, Hashable, Sendable {
    /// The current state.
    public var session: View
    /// The revision of its event; nil unless committed.
    @Nullable public var revision: Int?
    /// What became of it.
    public var status: MessageStatus

    /// Makes the answer.
    public init(session: View, revision: Int? = nil, status: MessageStatus) {
        self.session = session
        self.revision = revision
        self.status = status
    }
}
