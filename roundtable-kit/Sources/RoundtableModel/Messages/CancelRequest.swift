public import RoundtableJSON

/// The body of `POST /v1/messages/{token}/cancel`: `didCancelSending` was called, or sending failed.
public struct CancelRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
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

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", ifPresent: conversation)
        json.member("errorCode", ifPresent: errorCode)
        json.member("reason", ifPresent: reason)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            conversation: json.readIfPresent("conversation"),
            reason: json.readIfPresent("reason", atMost: JSONElement.longestText),
            errorCode: json.readIfPresent("errorCode"))
    }
}

/// The answer to a message taken back.
public struct Cancelled: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The current state.
    public var session: SessionView

    /// Makes the answer.
    public init(session: SessionView) { self.session = session }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("session", session) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { try self.init(session: json.read("session")) }
}
