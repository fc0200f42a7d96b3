public import RoundtableJSON

/// The answer to a message taken back.
public struct Cancelled: Hashable, JSONObject, JSONReadable, Sendable {
    /// The current state.
    public var session: SessionView

    /// Makes the answer.
    public init(session: SessionView) { self.session = session }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("session", session) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(session: try json.read("session")) }
}
