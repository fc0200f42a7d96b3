public import RoundtableJSON

/// The body of `POST /v1/messages/{token}/open`: somebody tapped a message, and this is what their device calls its
/// sender.
public struct OpenRequest: Hashable, JSONObject, JSONReadable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// `MSMessage.senderParticipantIdentifier`; nil while the message isn't in the transcript.
    public var sender: ParticipantID?

    /// Reports a tap.
    public init(conversation: Conversation, sender: ParticipantID? = nil) {
        self.conversation = conversation
        self.sender = sender
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("sender", orNull: sender)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(conversation: try json.read("conversation"), sender: try json.readIfPresent("sender"))
    }
}
