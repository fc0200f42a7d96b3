import RoundtableJSON

/// Names something to do other than move; games may add their own.
public struct Action: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Names an action, for those that a game adds.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Starts the game without waiting for the open seats; its creator's to say.
    public static let start = Action(rawValue: "start")
    /// Gives up the game.
    public static let resign = Action(rawValue: "resign")
    /// Leaves one's seat.
    public static let leave = Action(rawValue: "leave")
    /// Claims a seat that one held with a lost credential.
    public static let reclaim = Action(rawValue: "reclaim")
    /// Objects to a claim to one's seat.
    public static let veto = Action(rawValue: "veto")
}

extension Action: JSONConvertible {}
