/// The body of `POST /v1/sessions/{id}/seats`: takes an open seat.
public struct SeatRequest: Codable, Hashable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The name that the player goes by.
    public var nickname: String?
    /// The language of the composed texts.
    public var locale: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?

    /// Asks for a seat.
    public init(
        conversation: Conversation,
        nickname: String? = nil,
        locale: String? = nil,
        send: SendMode? = nil
    ) {
        self.conversation = conversation
        self.nickname = nickname
        self.locale = locale
        self.send = send
    }
}
