package import GameRules

/// Who has which seat of a session.
package struct Seating: Hashable, Codable, Sendable {
    /// One seat with its holder.
    package struct Seat: Hashable, Codable, Sendable {
        /// What is true of the seat.
        package var state: Table.Seat = .open
        /// The player who has it, or had it before leaving; nil while it is open or once its player was erased.
        package var player: PlayerID?
        /// What its player wants to be called.
        package var nickname: Nickname?
        /// The newest event that this seat committed by acting.
        package var lastActed: Int?
    }

    /// The seats in order.
    package var seats: [Seat]

    /// As many open seats.
    package init(openSeats count: Int) { seats = Array(repeating: Seat(), count: count) }

    /// The seats as the rules see them.
    package var table: Table { Table(seats: seats.map(\.state)) }

    /// One seat.
    package subscript(seat: SeatIndex) -> Seat {
        get { seats[seat.rawValue] }
        set { seats[seat.rawValue] = newValue }
    }

    /// The seats a player has and plays, in order.
    package func seats(of player: PlayerID) -> [SeatIndex] {
        table.taken.filter { self[$0].player == player }
    }

    /// Whether a player has, or had, any seat.
    package func hasKnown(_ player: PlayerID) -> Bool { seats.contains { $0.player == player } }

    /// What a seat's holder is called where no contact name can be shown: the nickname, told apart by a number from every
    /// other name at the table; nil without one.
    package func displayName(of seat: SeatIndex) -> String? { displayNames[seat.rawValue] }

    /// A nickname that only one seat has is that seat's; of several seats with the same one, the first keeps it.
    private var displayNames: [String?] {
        var taken = Set(seats.compactMap { $0.nickname?.words.lowercased() })
        var kept: Set<String> = []
        return seats.map { seat in
            guard let words = seat.nickname?.words else { return nil }
            if kept.insert(words.lowercased()).inserted { return words }
            for number in 2... where taken.insert("\(words) \(number)".lowercased()).inserted {
                return "\(words) \(number)"
            }
            return words
        }
    }
}
