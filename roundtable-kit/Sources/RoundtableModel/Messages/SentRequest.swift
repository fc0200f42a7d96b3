public import RoundtableJSON

/// The body of `POST /v1/messages/{token}/sent`: `didStartSending` was called.
public struct SentRequest: Hashable, JSONObject, JSONReadable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation?

    /// Reports a message as sent.
    public init(conversation: Conversation? = nil) { self.conversation = conversation }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("conversation", ifPresent: conversation) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(conversation: try json.readIfPresent("conversation"))
    }
}
