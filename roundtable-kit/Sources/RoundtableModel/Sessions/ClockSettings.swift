public import RoundtableJSON

/// The clock that a session is created with.
public struct ClockSettings: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The time that a seat may take for a turn, in seconds; at least 60.
    public var turnSeconds: Int
    /// The time that a seat has besides for all its turns together, in seconds; used up once a turn takes longer.
    public var bankSeconds: Int
    /// The consequence for a seat whose time is over; the game's own if nil.
    public var atEnd: ClockEnd?

    /// Describes a clock.
    public init(turnSeconds: Int, bankSeconds: Int = 0, atEnd: ClockEnd? = nil) {
        self.turnSeconds = turnSeconds
        self.bankSeconds = bankSeconds
        self.atEnd = atEnd
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("atEnd", ifPresent: atEnd)
        json.member("bankSeconds", ifPresent: bankSeconds == 0 ? nil : bankSeconds)
        json.member("turnSeconds", turnSeconds)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            turnSeconds: json.read("turnSeconds"), bankSeconds: json.readIfPresent("bankSeconds") ?? 0,
            atEnd: json.readIfPresent("atEnd"))
    }
}
