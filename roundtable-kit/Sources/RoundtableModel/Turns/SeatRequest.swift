public import RoundtableJSON

/// The body of `POST /v1/sessions/{id}/seats`: takes an open seat.
public struct SeatRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The name that the player goes by.
    public var nickname: String?
    /// The language of the composed texts.
    public var locale: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?

    /// Asks for a seat.
    public init(conversation: Conversation, nickname: String? = nil, locale: String? = nil, send: SendMode? = nil) {
        self.conversation = conversation
        self.nickname = nickname
        self.locale = locale
        self.send = send
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("locale", ifPresent: locale)
        json.member("nickname", ifPresent: nickname)
        json.member("send", ifPresent: send)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            conversation: json.read("conversation"), nickname: json.nickname(), locale: json.locale(),
            send: json.readIfPresent("send"))
    }
}
