/// The body of `POST /v1/sessions/{id}/messages`: asks for the current state as a message of one's own.
public struct FreshMessageRequest: Codable, Hashable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The language of the composed texts.
    public var locale: String?

    /// Asks for a message.
    public init(conversation: Conversation, locale: String? = nil) {
        self.conversation = conversation
        self.locale = locale
    }
}
