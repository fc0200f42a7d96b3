public import RoundtableJSON

extension SessionView {
    /// The series of games that a session belongs to, each the rematch of the one before.
    public struct Series: Hashable, Sendable {
        /// The number of this game in it, from 1.
        public var number: Int
        /// The games that each seat's player has won so far, in the order of this session's seats.
        public var scores: [Int]

        /// Makes a series.
        public init(number: Int, scores: [Int]) {
            self.number = number
            self.scores = scores
        }
    }
}

extension SessionView.Series: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("number", number)
        json.member("scores", scores)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(number: json.read("number"), scores: json.read("scores"))
    }
}
