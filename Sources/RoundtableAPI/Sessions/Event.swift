public import Foundation

/// One committed fact of a session, as far as one reader may see it.
public struct Event: Codable, Hashable, Sendable {
    /// Its number; the first event is 1.
    public var revision: Int
    /// What happened.
    public var kind: EventKind
    /// To whom or by whom.
    @Nullable public var seat: Int?
    /// Whether the seat was taken by this very event.
    public var joined: Bool
    /// The move, as far as the reader may see it.
    @Nullable public var move: JSONValue?
    /// How the game ended, if this ended it.
    @Nullable public var outcome: Outcome?
    /// When it was committed.
    public var at: Date
    /// The fact in plain words.
    public var summaryText: String

    /// Makes an event.
    public init(
        revision: Int,
        kind: EventKind,
        seat: Int? = nil,
        joined: Bool,
        move: JSONValue? = nil,
        outcome: Outcome? = nil,
        at: Date,
        summaryText: String
    ) {
        self.revision = revision
        self.kind = kind
        self.seat = seat
        self.joined = joined
        self.move = move
        self.outcome = outcome
        self.at = at
        self.summaryText = summaryText
    }
}
