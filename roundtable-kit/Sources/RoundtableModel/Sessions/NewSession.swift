public import RoundtableJSON

/// The body of `POST /v1/sessions`: begins a game in a conversation; its author gets seat 0.
public struct NewSession: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The name of the game.
    public var game: String
    /// The game's options, an object; `seats` sets how many there are.
    public var options: GameJSON?
    /// An opening move, where the game allows one.
    public var move: GameJSON?
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The name that the author goes by, on devices that have none of their own for them.
    public var nickname: String?
    /// The language of the composed texts, such as `en-GB`.
    public var locale: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?
    /// Whether the session's messages are live: drawn in the transcript by the app, where there is one. No if nil.
    public var live: Bool?
    /// The clock; none if nil.
    public var clock: ClockSettings?
    /// Short for a clock with so many seconds for a turn, and nothing else.
    public var turnTimeoutSeconds: Int?

    /// Describes a session to begin.
    public init(
        game: String, options: GameJSON? = nil, move: GameJSON? = nil, conversation: Conversation,
        nickname: String? = nil, locale: String? = nil, send: SendMode? = nil, live: Bool? = nil,
        clock: ClockSettings? = nil, turnTimeoutSeconds: Int? = nil
    ) {
        self.game = game
        self.options = options
        self.move = move
        self.conversation = conversation
        self.nickname = nickname
        self.locale = locale
        self.send = send
        self.live = live
        self.clock = clock
        self.turnTimeoutSeconds = turnTimeoutSeconds
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("clock", ifPresent: clock)
        json.member("conversation", conversation)
        json.member("game", game)
        json.member("live", ifPresent: live)
        json.member("locale", ifPresent: locale)
        json.member("move", orNull: move)
        json.member("nickname", ifPresent: nickname)
        json.member("options", ifPresent: options)
        json.member("send", ifPresent: send)
        json.member("turnTimeoutSeconds", ifPresent: turnTimeoutSeconds)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        if let options = try json.member("options"), ![.object, .null].contains(options.kind) { throw options.error() }
        try self.init(
            game: json.read("game", atMost: JSONElement.longestText), options: json.storableIfPresent("options"),
            move: json.storableIfPresent("move"), conversation: json.read("conversation"), nickname: json.nickname(),
            locale: json.locale(), send: json.readIfPresent("send"), live: json.readIfPresent("live"),
            clock: json.readIfPresent("clock"), turnTimeoutSeconds: json.readIfPresent("turnTimeoutSeconds"))
    }
}
