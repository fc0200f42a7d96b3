public import RoundtableJSON

/// The body of `POST /v1/sessions/{id}/messages`: asks for the current state as a message of one's own.
public struct FreshMessageRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The language of the composed texts.
    public var locale: String?

    /// Asks for a message.
    public init(conversation: Conversation, locale: String? = nil) {
        self.conversation = conversation
        self.locale = locale
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("locale", ifPresent: locale)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(conversation: json.read("conversation"), locale: json.locale())
    }
}

/// The answer to `POST /v1/sessions/{id}/messages`.
public struct FreshMessage: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The message to hand to the conversation.
    public var message: GameMessage

    /// Makes the answer.
    public init(message: GameMessage) { self.message = message }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("message", message) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { try self.init(message: json.read("message")) }
}
