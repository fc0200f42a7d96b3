package import GameRules

/// What is asked of a position about moves, by their notation.
extension Position {
    /// A move as the game writes what it has read; nil for what is no move.
    package func understood(_ move: GameJSON) -> GameJSON? {
        (try? read(move)).flatMap { try? notation(of: $0) }
    }

    /// Makes a move.
    package mutating func apply(
        _ move: GameJSON, by seat: SeatIndex, at table: Table, random: GameRandom
    ) throws(MoveRejection) {
        try apply(read(move), by: seat, at: table, random: random)
    }

    /// Whether a move is concurrent; false for what is no move.
    package func isConcurrent(_ move: GameJSON, missing events: Int) -> Bool {
        (try? read(move)).map { isConcurrent($0, missing: events) } ?? false
    }

    /// Whether a move reveals something; false for what is no move.
    package func reveals(_ move: GameJSON, by seat: SeatIndex, at table: Table) -> Bool {
        (try? read(move)).map { reveals($0, by: seat, at: table) } ?? false
    }

    /// The texts of the message of a move.
    package func message(
        for move: GameJSON, by seat: SeatIndex, from before: any Position, at table: Table
    ) throws -> MessageTexts {
        try message(for: read(move), by: seat, from: before, at: table)
    }
}
