public import RoundtableJSON

/// The body of `POST /v1/sessions/{id}/turns`: a move against the revision that the player looked at.
public struct Turn: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The revision of the view in which the player chose.
    public var revision: Int
    /// The move, in the game's notation.
    public var move: GameJSON
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// Which seat moves; only for a player who holds several.
    public var seat: Int?
    /// The language of the message's texts, as a tag such as `en-GB`.
    public var locale: String?
    /// The player's nickname from this event on: one line of at most 24 characters.
    public var nickname: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?

    /// Describes a turn.
    public init(
        revision: Int, move: GameJSON, conversation: Conversation, seat: Int? = nil, locale: String? = nil,
        nickname: String? = nil, send: SendMode? = nil
    ) {
        self.revision = revision
        self.move = move
        self.conversation = conversation
        self.seat = seat
        self.locale = locale
        self.nickname = nickname
        self.send = send
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("locale", ifPresent: locale)
        json.member("move", move)
        json.member("nickname", ifPresent: nickname)
        json.member("revision", revision)
        json.member("seat", ifPresent: seat)
        json.member("send", ifPresent: send)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            revision: json.read("revision"), move: json.storable("move"), conversation: json.read("conversation"),
            seat: json.readIfPresent("seat"), locale: json.locale(), nickname: json.nickname(),
            send: json.readIfPresent("send"))
    }
}

/// When a move counts.
public enum SendMode: String, JSONConvertible, Sendable {
    /// Once its message is sent: for `MSConversation.insert`.
    case draft
    /// At once: for `MSConversation.send`.
    case now
}
