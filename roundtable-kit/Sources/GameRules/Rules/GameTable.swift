import RoundtableJSON

/// Who sits where: all that rules may know of the people who play.
public struct GameTable: Hashable, Codable, Sendable {
    /// The states of one seat.
    public enum Seat: String, Codable, Sendable {
        /// Nobody has it, anybody of the conversation may take it.
        case open
        /// A player has it.
        case taken
        /// Its player resigned, left or was erased; it never acts again.
        case gone
        /// The game was started without it.
        case closed
    }

    /// The seats in order; as many as the session has.
    public var seats: [Seat]

    /// A table with as many open seats.
    public init(openSeats count: Int) { seats = Array(repeating: .open, count: count) }

    /// A table as it stands.
    public init(seats: [Seat]) { self.seats = seats }

    /// The state of one seat; a seat the table does not have is `closed`.
    public subscript(seat: SeatIndex) -> Seat {
        get { seats.indices.contains(seat.rawValue) ? seats[seat.rawValue] : .closed }
        set { seats[seat.rawValue] = newValue }
    }

    /// Every seat's number, in order.
    public var all: [SeatIndex] { seats.indices.map { SeatIndex($0) } }

    /// The seats that somebody has and plays on.
    public var taken: [SeatIndex] { all { $0 == .taken } }

    /// The seats that anybody may take.
    public var open: [SeatIndex] { all { $0 == .open } }

    /// The seats that play or still may: taken and open ones.
    public var inPlay: [SeatIndex] { all { $0 == .taken || $0 == .open } }

    private func all(_ isMeant: (Seat) -> Bool) -> [SeatIndex] {
        seats.indices.compactMap { isMeant(seats[$0]) ? SeatIndex($0) : nil }
    }

    /// The outcome of a contest that players have left: won by the last one, abandoned where nobody sits, nil while it
    /// goes on.
    public var contestOutcome: Outcome? {
        guard seats.contains(.gone) else { return nil }
        if taken.isEmpty { return .abandoned }
        let left = inPlay
        return left.count == 1 ? .won(by: left[0]) : nil
    }
}

extension GameTable.Seat: JSONConvertible {}
