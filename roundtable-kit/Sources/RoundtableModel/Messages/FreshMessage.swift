public import RoundtableJSON

/// The answer to `POST /v1/sessions/{id}/messages`.
public struct FreshMessage: Hashable, Sendable {
    /// The message to hand to the conversation.
    public var message: GameMessage

    /// Makes the answer.
    public init(message: GameMessage) {
        self.message = message
    }
}

extension FreshMessage: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("message", message)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(message: try json.read("message"))
    }
}
