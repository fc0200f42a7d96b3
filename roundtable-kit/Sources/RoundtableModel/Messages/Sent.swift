public import RoundtableJSON

/// The body of `POST /v1/messages/{token}/sent`: `didStartSending` was called.
public struct SentRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation?

    /// Reports a message as sent.
    public init(conversation: Conversation? = nil) { self.conversation = conversation }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("conversation", ifPresent: conversation) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(conversation: json.readIfPresent("conversation"))
    }
}

/// The answer to a message reported as sent.
public struct Sent: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The current state.
    public var session: SessionView
    /// The revision of its event; nil unless committed.
    public var revision: Int?
    /// Its status.
    public var status: MessageStatus

    /// Makes the answer.
    public init(session: SessionView, revision: Int? = nil, status: MessageStatus) {
        self.session = session
        self.revision = revision
        self.status = status
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("revision", orNull: revision)
        json.member("session", session)
        json.member("status", status)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            session: json.read("session"), revision: json.readIfPresent("revision"), status: json.read("status"))
    }
}
