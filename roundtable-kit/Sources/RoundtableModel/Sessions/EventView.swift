public import Foundation
public import RoundtableJSON

/// The answer to `GET /v1/sessions/{id}/events`: at most 100 events, in order.
public struct EventList: Hashable, JSONObjectWritable, JSONReadable, Sendable {
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
        try self.init(events: json.read("events"), next: json.readIfPresent("next"))
    }
}

/// One committed fact of a session, as far as one reader may see it.
public struct EventView: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// Its number; the first event is 1.
    public var revision: Int
    /// The kind of the event.
    public var kind: EventKind
    /// To whom or by whom.
    public var seat: Int?
    /// Whether the seat was taken by this very event.
    public var joined: Bool
    /// The move, as far as the reader may see it.
    public var move: GameJSON?
    /// The outcome, if this ended the game.
    public var outcome: SessionView.Outcome?
    /// When it was committed.
    public var at: Date
    /// The fact in plain words.
    public var summaryText: String
    /// With the event that starts a game of chance: the SHA-256 of the session's seed, in hexadecimal digits. Keep it,
    /// to compare it with the seed in the end.
    public var seedHash: String?
    /// With the event that ends a game of chance: the seed from which everything was dealt and rolled, in hexadecimal
    /// digits.
    public var seed: String?

    /// Makes an event.
    public init(
        revision: Int, kind: EventKind, seat: Int? = nil, joined: Bool, move: GameJSON? = nil,
        outcome: SessionView.Outcome? = nil, at: Date, summaryText: String, seedHash: String? = nil, seed: String? = nil
    ) {
        self.revision = revision
        self.kind = kind
        self.seat = seat
        self.joined = joined
        self.move = move
        self.outcome = outcome
        self.at = at
        self.summaryText = summaryText
        self.seedHash = seedHash
        self.seed = seed
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("at", at)
        json.member("joined", joined)
        json.member("kind", kind)
        json.member("move", orNull: move)
        json.member("outcome", orNull: outcome)
        json.member("revision", revision)
        json.member("seat", orNull: seat)
        json.member("seed", ifPresent: seed)
        json.member("seedHash", ifPresent: seedHash)
        json.member("summaryText", summaryText)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            revision: json.read("revision"), kind: json.read("kind"), seat: json.readIfPresent("seat"),
            joined: json.read("joined"), move: json.readIfPresent("move"), outcome: json.readIfPresent("outcome"),
            at: json.read("at"), summaryText: json.read("summaryText"), seedHash: json.readIfPresent("seedHash"),
            seed: json.readIfPresent("seed"))
    }
}

/// The kinds of event.
public enum EventKind: String, GrowingVocabulary {
    /// The session was begun.
    case opened
    /// A seat was taken.
    case joined
    /// The game started.
    case started
    /// A player moved.
    case moved
    /// A player gave up the game.
    case resigned
    /// A player left their seat.
    case left
    /// A seat's turn was passed over: its player is gone, or an operator did so.
    case skipped
    /// A seat took longer than allowed.
    case timedOut
    /// A player offered a draw, an undo or a pause.
    case offered
    /// A player accepted the offer. If all have, the game is drawn by it.
    case accepted
    /// A player declined the offer, or took it back.
    case declined
    /// Moves were taken back, since all agreed.
    case undone
    /// The game was paused, since all agreed.
    case paused
    /// A player ended the pause.
    case resumed
    /// A player with a new credential got their seat back.
    case reclaimed
    /// The game ended without a winner: all players were late at the same time, or an operator ended it.
    case abandoned
    /// A word that came later.
    case unknown
}
