public import RoundtableJSON

/// The end of a game.
public struct Outcome: Hashable, Codable, JSONObjectWritable, JSONReadable, Sendable {
    /// The ways to end.
    public enum Kind: String, Codable, Sendable {
        /// Somebody won: `winners`.
        case won
        /// Nobody won and nobody can.
        case drawn
        /// The group finished what it made together.
        case completed
        /// Nobody is left to play it.
        case abandoned
    }

    /// The way it ended.
    public let kind: Kind
    /// The winners in order of seats; empty unless `won`.
    public let winners: [SeatIndex]
    /// Points by seat, in games that count them.
    public let scores: [Int]?

    /// An outcome as it is.
    public init(kind: Kind, winners: [SeatIndex] = [], scores: [Int]? = nil) {
        self.kind = kind
        self.winners = winners
        self.scores = scores
    }

    /// One winner, no points.
    public static func won(by seat: SeatIndex) -> Outcome { Outcome(kind: .won, winners: [seat]) }

    /// A draw without points.
    public static let drawn = Outcome(kind: .drawn)

    /// Finished together.
    public static let completed = Outcome(kind: .completed)

    /// Left by everybody.
    public static let abandoned = Outcome(kind: .abandoned)

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        json.member("scores", ifPresent: scores)
        json.member("winners", winners)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(
            kind: try json.read("kind"), winners: try json.read("winners"), scores: try json.readIfPresent("scores"))
    }
}

extension Outcome.Kind: JSONConvertible {}
