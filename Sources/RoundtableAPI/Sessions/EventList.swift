/// The answer to `GET /v1/sessions/{id}/events`: at most 100 events, in order.
public struct EventList: Codable, Hashable, Sendable {
    /// The events after the revision asked for.
    public var events: [Event]
    /// The revision to ask `after` for more, or nil.
    @Nullable public var next: Int?

    /// Makes a page.
    public init(events: [Event], next: Int? = nil) {
        self.events = events
        self.next = next
    }
}
