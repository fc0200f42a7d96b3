/// The answer to `POST /v1/sessions/{id}/messages`.
public struct FreshMessage: Codable, Hashable, Sendable {
    /// The message to hand to the conversation.
    public var message: Message

    /// Makes the answer.
    public init(message: Message) {
        self.message = message
    }
}
