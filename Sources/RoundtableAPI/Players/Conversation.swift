/// The people of a conversation as one device calls them.
public struct Conversation: Codable, Hashable, Sendable {
    /// This device's identifier for its owner.
    public var local: ParticipantID
    /// This device's identifiers for everybody else.
    public var remotes: [ParticipantID]

    /// Takes over what `MSConversation` says.
    public init(local: ParticipantID, remotes: [ParticipantID]) {
        self.local = local
        self.remotes = remotes
    }
}
