public import RoundtableJSON

/// The answer to `POST /v1/sessions/{id}/messages`.
public struct FreshMessage: Hashable, JSONObject, JSONReadable, Sendable {
    /// The message to hand to the conversation.
    public var message: GameMessage

    /// Makes the answer.
    public init(message: GameMessage) { self.message = message }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("message", message) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(message: try json.read("message")) }
}
