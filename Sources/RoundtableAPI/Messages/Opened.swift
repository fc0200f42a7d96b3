/// The answer to an opened message: the truth now, and what happened since the message.
public struct Opened: Codable, Hashable, Sendable {
    /// The current state.
    public var session: View
    /// Where the message stands in history.
    public var tapped: Tapped
    /// What was committed after it, at most 100.
    public var events: [Event]
    /// The revision to ask `after` for more, or nil.
    @Nullable public var next: Int?

    /// Makes the answer.
    public init(session: View, tapped: Tapped, events: [Event], next: Int? = nil) {
        self.session = session
        self.tapped = tapped
        self.events = events
        self.next = next
    }
}
