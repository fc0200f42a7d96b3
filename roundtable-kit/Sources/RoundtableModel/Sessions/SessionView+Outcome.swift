public import RoundtableJSON

extension SessionView {
    /// The end of a game.
    public struct Outcome: Hashable, Sendable {
        /// In what way.
        public var kind: OutcomeKind
        /// The seats that won; empty when nobody did.
        public var winners: [Int]
        /// The points of each seat, in games that count them.
        public var scores: [Int]?

        /// Makes an outcome.
        public init(kind: OutcomeKind, winners: [Int], scores: [Int]? = nil) {
            self.kind = kind
            self.winners = winners
            self.scores = scores
        }
    }
}

/// The ways in which a game ends.
public enum OutcomeKind: String, GrowingVocabulary {
    /// Somebody won.
    case won
    /// Nobody did, by the rules.
    case drawn
    /// The work is done, in a game that nobody can win.
    case completed
    /// The players left it.
    case abandoned
    /// A word that came later.
    case unknown
}

extension SessionView.Outcome: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        json.member("scores", orNull: scores)
        json.member("winners", winners)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(kind: json.read("kind"), winners: json.read("winners"), scores: json.readIfPresent("scores"))
    }
}
