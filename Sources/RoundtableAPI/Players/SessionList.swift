/// The answer to `GET /v1/players/me/sessions`: one page of the player's sessions.
public struct SessionList: Codable, Hashable, Sendable {
    /// The sessions, the most recently changed first.
    public var sessions: [SessionSummary]
    /// The cursor to ask `after` for the next page, or nil on the last.
    @Nullable public var next: String?

    /// Makes a page.
    public init(sessions: [SessionSummary], next: String? = nil) {
        self.sessions = sessions
        self.next = next
    }
}
