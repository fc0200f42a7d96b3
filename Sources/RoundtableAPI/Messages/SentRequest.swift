/// The body of `POST /v1/messages/{token}/sent`: `didStartSending` was called.
public struct SentRequest: Codable, Hashable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation?

    /// Reports a message as sent.
    public init(conversation: Conversation? = nil) {
        self.conversation = conversation
    }
}
