public import RoundtableJSON

/// The answer to `GET /v1/players/me/sessions`: one page of the player's sessions.
public struct SessionList: Hashable, JSONObject, JSONReadable, Sendable {
    /// The sessions: first those in which it is the player's turn. A page may have fewer than it was asked for, even
    /// none, although others follow.
    public var sessions: [SessionSummary]
    /// The cursor to ask `after` for the next page, or nil on the last.
    public var next: String?

    /// Makes a page.
    public init(sessions: [SessionSummary], next: String? = nil) {
        self.sessions = sessions
        self.next = next
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("next", orNull: next)
        json.member("sessions", sessions)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(sessions: try json.read("sessions"), next: try json.readIfPresent("next"))
    }
}
