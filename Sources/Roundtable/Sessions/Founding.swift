package import GameRules
package import RoundtableJSON
package import RoundtableModel

/// The parameters of a session from before anything is committed: all that its events need to rebuild it.
package struct Founding: Hashable, Sendable {
    package let game: GameName
    /// The version of its rules, kept until the session ends.
    package let rules: Int
    /// The game's options as the creator gave them.
    package let options: GameJSON
    package let seats: Int
    /// The clock; nil if turns take as long as they take.
    package let clock: ClockSettings?
    /// Who created the session and has seat 0.
    package let creator: PlayerID
    /// The number of people that the creator's conversation had.
    package let participants: Int?
    /// The seat that the creator has; nil for the first.
    package let seat: SeatIndex?
    /// The session of which it is the rematch; nil for none.
    package let origin: Origin?
    /// Whether its messages are live: drawn in the transcript by the app, where there is one.
    package let isLive: Bool

    package init(
        game: GameName, rules: Int, options: GameJSON, seats: Int, clock: ClockSettings? = nil, creator: PlayerID,
        participants: Int? = nil, isLive: Bool = false, seat: SeatIndex? = nil, origin: Origin? = nil
    ) {
        self.game = game
        self.rules = rules
        self.options = options
        self.seats = seats
        self.clock = clock
        self.creator = creator
        self.participants = participants
        self.isLive = isLive
        self.seat = seat
        self.origin = origin
    }
}

extension Founding: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("clock", ifPresent: clock)
        json.member("creator", creator)
        json.member("game", game)
        if isLive { json.member("live", true) }
        json.member("options", options)
        json.member("origin", ifPresent: origin)
        json.member("participants", ifPresent: participants)
        json.member("rules", rules)
        json.member("seat", ifPresent: seat)
        json.member("seats", seats)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            game: try json.read("game"), rules: try json.read("rules"), options: try json.read("options"),
            seats: try json.read("seats"), clock: try json.readIfPresent("clock"),
            creator: try json.read("creator"), participants: try json.readIfPresent("participants"),
            isLive: try json.readIfPresent("live") ?? false, seat: try json.readIfPresent("seat"),
            origin: try json.readIfPresent("origin"))
    }
}
