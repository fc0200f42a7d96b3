public import RoundtableJSON

/// The answer to a message taken back.
public struct Cancelled: Hashable, Sendable {
    /// The current state.
    public var session: SessionView

    /// Makes the answer.
    public init(session: SessionView) {
        self.session = session
    }
}

extension Cancelled: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("session", session)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(session: try json.read("session"))
    }
}
