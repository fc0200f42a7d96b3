/// The body of `POST /v1/messages/{token}/cancel`: `didCancelSending` was called, or sending failed.
public struct CancelRequest: Codable, Hashable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation?
    /// Why, in the app's words.
    public var reason: String?
    /// The code of the error that `MSConversation` reported.
    public var errorCode: Int?

    /// Takes a message back.
    public init(conversation: Conversation? = nil, reason: String? = nil, errorCode: Int? = nil) {
        self.conversation = conversation
        self.reason = reason
        self.errorCode = errorCode
    }
}
