public import RoundtableJSON

/// The answer to an opened message: the truth now, and what happened since the message.
public struct Opened: Hashable, JSONObject, JSONReadable, Sendable {
    /// The current state.
    public var session: SessionView
    /// Where the message stands in history.
    public var tapped: Tapped
    /// The events that were committed after it, at most 100.
    public var events: [EventView]
    /// The revision to ask `after` for more, or nil.
    public var next: Int?

    /// Makes the answer.
    public init(session: SessionView, tapped: Tapped, events: [EventView], next: Int? = nil) {
        self.session = session
        self.tapped = tapped
        self.events = events
        self.next = next
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("events", events)
        json.member("next", orNull: next)
        json.member("session", session)
        json.member("tapped", tapped)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(
            session: try json.read("session"), tapped: try json.read("tapped"), events: try json.read("events"),
            next: try json.readIfPresent("next"))
    }
}
