/// The body of `POST /v1/messages/{token}/open`: somebody tapped a message, and this is what their device calls its sender.
public struct OpenRequest: Codable, Hashable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// `MSMessage.senderParticipantIdentifier`; nil while the message isn't in the transcript.
    @Nullable public var sender: ParticipantID?

    /// Reports a tap.
    public init(conversation: Conversation, sender: ParticipantID? = nil) {
        self.conversation = conversation
        self.sender = sender
    }
}
