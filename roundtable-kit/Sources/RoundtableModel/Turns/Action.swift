public import RoundtableJSON

/// Names something to do other than move. What is peculiar to a game is a move.
public struct Action: RawRepresentable, Hashable, JSONConvertible, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Names an action, for those that came later.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Starts the game without waiting for the open seats; its creator's to say.
    public static let start = Action(rawValue: "start")
    /// Gives up the game.
    public static let resign = Action(rawValue: "resign")
    /// Leaves one's seat.
    public static let leave = Action(rawValue: "leave")
    /// Offers the others a draw, an undo or a pause: ``ActionRequest/kind``.
    public static let offer = Action(rawValue: "offer")
    /// Accepts the open offer.
    public static let accept = Action(rawValue: "accept")
    /// Declines the open offer; for the player who made it: takes it back.
    public static let decline = Action(rawValue: "decline")
    /// Starts a clock again that stands still: ``SessionView/Clock/paused``. In a session without a clock, ends a
    /// pause.
    public static let resume = Action(rawValue: "resume")
    /// Begins the same game with the same people anew, once it is over.
    public static let rematch = Action(rawValue: "rematch")
    /// Claims a seat that one held with a lost credential.
    public static let reclaim = Action(rawValue: "reclaim")
    /// Objects to a claim to one's seat.
    public static let veto = Action(rawValue: "veto")
}
