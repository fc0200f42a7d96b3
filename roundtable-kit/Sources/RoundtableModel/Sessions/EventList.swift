public import RoundtableJSON

/// The answer to `GET /v1/sessions/{id}/events`: at most 100 events, in order.
public struct EventList: Hashable, JSONObject, JSONReadable, Sendable {
    /// The events after the revision asked for.
    public var events: [EventView]
    /// The revision to ask `after` for more, or nil.
    public var next: Int?

    /// Makes a page.
    public init(events: [EventView], next: Int? = nil) {
        self.events = events
        self.next = next
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("events", events)
        json.member("next", orNull: next)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(events: try json.read("events"), next: try json.readIfPresent("next"))
    }
}
