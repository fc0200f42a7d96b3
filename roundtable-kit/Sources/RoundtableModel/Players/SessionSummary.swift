public import Foundation
public import RoundtableJSON

/// The answer to `GET /v1/players/me/sessions`: one page of the player's sessions.
public struct SessionList: Hashable, JSONObjectWritable, JSONReadable, Sendable {
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
        try self.init(sessions: json.read("sessions"), next: json.readIfPresent("next"))
    }
}

/// One line in a list of sessions.
public struct SessionSummary: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The session.
    public var id: SessionID
    /// The name of its game.
    public var game: String
    /// The number of events that it has.
    public var revision: Int
    /// Its state.
    public var state: SessionState
    /// Whether the reader is to act.
    public var yourTurn: Bool
    /// The newest event in plain words.
    public var summaryText: String
    /// When that event was committed.
    public var updatedAt: Date
    /// The other players, by nickname or seat, such as “Ben” and “Player 3”.
    public var others: [String]
    /// When a seat that is to act is late, if ever.
    public var deadline: Date?
    /// The outcome, if it has ended.
    public var outcome: SessionView.Outcome?
    /// The address of the newest event's picture; nil while there is no event.
    public var image: URL?

    /// Makes a line.
    public init(
        id: SessionID, game: String, revision: Int, state: SessionState, yourTurn: Bool, summaryText: String,
        updatedAt: Date, others: [String] = [], deadline: Date? = nil, outcome: SessionView.Outcome? = nil,
        image: URL? = nil
    ) {
        self.id = id
        self.game = game
        self.revision = revision
        self.state = state
        self.yourTurn = yourTurn
        self.summaryText = summaryText
        self.updatedAt = updatedAt
        self.others = others
        self.deadline = deadline
        self.outcome = outcome
        self.image = image
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("deadline", orNull: deadline)
        json.member("game", game)
        json.member("id", id)
        json.member("image", orNull: image)
        json.member("others", others)
        json.member("outcome", orNull: outcome)
        json.member("revision", revision)
        json.member("state", state)
        json.member("summaryText", summaryText)
        json.member("updatedAt", updatedAt)
        json.member("yourTurn", yourTurn)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            id: json.read("id"), game: json.read("game"), revision: json.read("revision"), state: json.read("state"),
            yourTurn: json.read("yourTurn"), summaryText: json.read("summaryText"), updatedAt: json.read("updatedAt"),
            others: json.readIfPresent("others") ?? [], deadline: json.readIfPresent("deadline"),
            outcome: json.readIfPresent("outcome"), image: json.readIfPresent("image"))
    }
}
