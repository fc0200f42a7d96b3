public import RoundtableJSON

/// The answer to a creation, turn, joining or action.
public struct TurnAnswer: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The committed state; without the effect of a draft.
    public var session: SessionView
    /// The message to hand to the conversation.
    public var message: GameMessage
    /// Whether the event waits for the message to be sent; false if it is committed already.
    public var draft: Bool
    /// Whether an earlier request got the answer first; for the service's measurements, never sent.
    public var isRepeated = false

    /// Makes the answer.
    public init(session: SessionView, message: GameMessage, draft: Bool) {
        self.session = session
        self.message = message
        self.draft = draft
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("draft", draft)
        json.member("message", message)
        json.member("session", session)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(session: json.read("session"), message: json.read("message"), draft: json.read("draft"))
    }
}
