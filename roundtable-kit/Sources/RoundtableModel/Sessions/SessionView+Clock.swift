public import RoundtableJSON

extension SessionView {
    /// The clock of a session.
    public struct Clock: Hashable, Sendable {
        /// The time that a seat may take for a turn, in seconds.
        public var turnSeconds: Int
        /// The time that each seat began with for all its turns together, in seconds.
        public var bankSeconds: Int
        /// The consequence for a seat whose time is over.
        public var atEnd: ClockEnd
        /// Whether the clock stands still: the players agreed on a pause, or several turns in a row were over before
        /// anybody acted. It starts again when a player acts, if only by ``Action/resume``.
        public var paused: Bool

        /// Makes a clock.
        public init(turnSeconds: Int, bankSeconds: Int = 0, atEnd: ClockEnd, paused: Bool) {
            self.turnSeconds = turnSeconds
            self.bankSeconds = bankSeconds
            self.atEnd = atEnd
            self.paused = paused
        }
    }
}

/// The consequences for a seat whose time is over.
public enum ClockEnd: String, GrowingVocabulary {
    /// Its turn passes without a move.
    case skip
    /// A move is made for it.
    case play
    /// It is out of the game.
    case forfeit
    /// A word that came later.
    case unknown
}

extension SessionView.Clock: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("atEnd", atEnd)
        json.member("bankSeconds", bankSeconds)
        json.member("paused", paused)
        json.member("turnSeconds", turnSeconds)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            turnSeconds: json.read("turnSeconds"), bankSeconds: json.readIfPresent("bankSeconds") ?? 0,
            atEnd: json.read("atEnd"), paused: json.read("paused"))
    }
}
