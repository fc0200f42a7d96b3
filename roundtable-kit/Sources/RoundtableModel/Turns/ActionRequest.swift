public import RoundtableJSON

/// The body of `POST /v1/sessions/{id}/actions`: any action other than a move.
public struct ActionRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The action to take.
    public var action: Action
    /// The kind of offer; for `offer` it is required.
    public var kind: OfferKind?
    /// The revision of the view in which the player chose; ignored by `reclaim` and `veto`.
    public var revision: Int
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The seat to reclaim, or whose claims to veto; for these two it is required. Otherwise the seat that acts, only
    /// for a player who holds several.
    public var seat: Int?
    /// The language of the message's texts, as a tag such as `en-GB`.
    public var locale: String?
    /// The player's nickname from this event on: one line of at most 24 characters.
    public var nickname: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?

    /// Describes an action.
    public init(
        action: Action, kind: OfferKind? = nil, revision: Int, conversation: Conversation, seat: Int? = nil,
        locale: String? = nil, nickname: String? = nil, send: SendMode? = nil
    ) {
        self.action = action
        self.kind = kind
        self.revision = revision
        self.conversation = conversation
        self.seat = seat
        self.locale = locale
        self.nickname = nickname
        self.send = send
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("action", action)
        json.member("conversation", conversation)
        json.member("kind", ifPresent: kind)
        json.member("locale", ifPresent: locale)
        json.member("nickname", ifPresent: nickname)
        json.member("revision", revision)
        json.member("seat", ifPresent: seat)
        json.member("send", ifPresent: send)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            action: json.read("action"), kind: json.readIfPresent("kind"), revision: json.read("revision"),
            conversation: json.read("conversation"), seat: json.readIfPresent("seat"), locale: json.locale(),
            nickname: json.nickname(), send: json.readIfPresent("send"))
    }
}

/// Names something to do other than move. What is peculiar to a game is a move.
public struct Action: RawRepresentable, Hashable, JSONConvertible, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Names an action, for those that came later.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Starts the game without waiting for the open seats; its creator's to say.
    public static let start = Action(rawValue: "start")
    /// Gives up the game.
    public static let resign = Action(rawValue: "resign")
    /// Leaves one's seat.
    public static let leave = Action(rawValue: "leave")
    /// Offers the others a draw, an undo or a pause: ``ActionRequest/kind``.
    public static let offer = Action(rawValue: "offer")
    /// Accepts the open offer.
    public static let accept = Action(rawValue: "accept")
    /// Declines the open offer; for the player who made it: takes it back.
    public static let decline = Action(rawValue: "decline")
    /// Starts a clock again that stands still: ``SessionView/Clock/paused``. In a session without a clock, ends a
    /// pause.
    public static let resume = Action(rawValue: "resume")
    /// Begins the same game with the same people anew, once it is over.
    public static let rematch = Action(rawValue: "rematch")
    /// Claims a seat that one held with a lost credential.
    public static let reclaim = Action(rawValue: "reclaim")
    /// Objects to a claim to one's seat.
    public static let veto = Action(rawValue: "veto")
}
