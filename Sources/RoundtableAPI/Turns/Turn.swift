/// The body of `POST /v1/sessions/{id}/turns`: a move against the revision that the player looked at.
public struct Turn: Codable, Hashable, Sendable {
    /// The revision of the view in which the player chose.
    public var revision: Int
    /// The move, in the game's notation.
    public var move: JSONValue
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// Which seat moves; only for a player who holds several.
    public var seat: Int?
    /// The language of the composed texts.
    public var locale: String?
    /// The name that the player goes by from this event on.
    public var nickname: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?

    /// Describes a turn.
    public init(
        revision: Int,
        move: JSONValue,
        conversation: Conversation,
        seat: Int? = nil,
        locale: String? = nil,
        nickname: String? = nil,
        send: SendMode? = nil
    ) {
        self.revision = revision
        self.move = move
        self.conversation = conversation
        self.seat = seat
        self.locale = locale
        self.nickname = nickname
        self.send = send
    }
}
