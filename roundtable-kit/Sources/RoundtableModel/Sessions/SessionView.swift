public import Foundation
public import RoundtableJSON

/// One reader's view of a session, as of one revision.
public struct SessionView: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The session.
    public var id: SessionID
    /// The name of its game, such as `four-in-a-row`.
    public var game: String
    /// The version of the rules that it began with and keeps.
    public var rules: Int
    /// The number of events that it has; a turn is made against this number.
    public var revision: Int
    /// Its state.
    public var state: SessionState
    /// The reader's seat (of several the one to act, else the lowest), or nil for a bystander.
    public var you: Int?
    /// The seats that may act now.
    public var toAct: [Int]
    /// When a seat to act is timed out, if ever.
    public var deadline: Date?
    /// All seats, in order.
    public var seats: [Seat]
    /// The game's own picture of itself, as far as the reader may see it.
    public var board: GameJSON
    /// The reader's legal moves; empty when it isn't theirs to act, nil where there are too many to list.
    public var legalMoves: [GameJSON]?
    /// The outcome, if it has ended.
    public var outcome: Outcome?
    /// The newest event's texts and picture; nil while nothing is committed.
    public var message: ShownMessage?
    /// The reader's own live draft.
    public var draft: Draft?
    /// The open claims to seats whose players lost their credentials.
    public var claims: [Claim]
    /// True for the author of the newest event if its bubble was cancelled: a new message is needed.
    public var unsent: Bool
    /// The clock; nil if turns take as long as they take.
    public var clock: Clock?
    /// The offer that the players have not answered yet; nil for none.
    public var offer: Offer?
    /// The session that is this one's rematch, once its first message is sent; nil for none.
    public var rematch: SessionID?
    /// The series of games that it belongs to; nil if it is no rematch.
    public var series: Series?
    /// Whether the reader has no seat and may take one, by joining or by a legal move.
    public var joinable: Bool

    /// Makes a view.
    public init(
        id: SessionID, game: String, rules: Int, revision: Int, state: SessionState, you: Int? = nil, toAct: [Int],
        deadline: Date? = nil, seats: [Seat], board: GameJSON, legalMoves: [GameJSON]? = nil,
        outcome: Outcome? = nil, message: ShownMessage? = nil, draft: Draft? = nil,
        claims: [Claim] = [], unsent: Bool = false, clock: Clock? = nil,
        offer: Offer? = nil, rematch: SessionID? = nil, series: Series? = nil,
        joinable: Bool = false
    ) {
        self.id = id
        self.game = game
        self.rules = rules
        self.revision = revision
        self.state = state
        self.you = you
        self.toAct = toAct
        self.deadline = deadline
        self.seats = seats
        self.board = board
        self.legalMoves = legalMoves
        self.outcome = outcome
        self.message = message
        self.draft = draft
        self.claims = claims
        self.unsent = unsent
        self.clock = clock
        self.offer = offer
        self.rematch = rematch
        self.series = series
        self.joinable = joinable
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("board", board)
        json.member("claims", claims)
        json.member("clock", orNull: clock)
        json.member("deadline", orNull: deadline)
        json.member("draft", orNull: draft)
        json.member("game", game)
        json.member("id", id)
        json.member("joinable", joinable)
        json.member("legalMoves", orNull: legalMoves)
        json.member("message", orNull: message)
        json.member("offer", orNull: offer)
        json.member("outcome", orNull: outcome)
        json.member("rematch", orNull: rematch)
        json.member("revision", revision)
        json.member("rules", rules)
        json.member("seats", seats)
        json.member("series", orNull: series)
        json.member("state", state)
        json.member("toAct", toAct)
        json.member("unsent", unsent)
        json.member("you", orNull: you)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            id: json.read("id"), game: json.read("game"), rules: json.read("rules"), revision: json.read("revision"),
            state: json.read("state"), you: json.readIfPresent("you"), toAct: json.read("toAct"),
            deadline: json.readIfPresent("deadline"), seats: json.read("seats"), board: json.read("board"),
            legalMoves: json.readIfPresent("legalMoves"), outcome: json.readIfPresent("outcome"),
            message: json.readIfPresent("message"), draft: json.readIfPresent("draft"),
            claims: json.readIfPresent("claims") ?? [], unsent: json.readIfPresent("unsent") ?? false,
            clock: json.readIfPresent("clock"), offer: json.readIfPresent("offer"),
            rematch: json.readIfPresent("rematch"), series: json.readIfPresent("series"),
            joinable: json.readIfPresent("joinable") ?? false)
    }
}

/// The states of a session.
public enum SessionState: String, GrowingVocabulary {
    /// Its opening message hasn't been sent.
    case draft
    /// It waits for players before it starts.
    case waiting
    /// It is being played.
    case active
    /// It has been played to its end.
    case finished
    /// Its players have given it up.
    case abandoned
    /// A word that came later.
    case unknown
}
