public import GameRules

/// What is asked of a position about moves, by their notation.
extension Position {
    /// A move as the game writes what it has read; nil for what is no move.
    public func understood(_ move: GameJSON) -> GameJSON? {
        (try? read(move)).flatMap { try? notation(of: $0) }
    }

    /// Makes a move.
    public mutating func apply(
        _ move: GameJSON, by seat: SeatIndex, at table: GameTable, random: GameRandom
    ) throws(MoveRejection) {
        try apply(read(move), by: seat, at: table, random: random)
    }

    /// Whether a move is concurrent; false for what is no move.
    public func isConcurrent(_ move: GameJSON, missing events: Int) -> Bool {
        (try? read(move)).map { isConcurrent($0, missing: events) } ?? false
    }

    /// Whether a move reveals something; false for what is no move.
    public func reveals(_ move: GameJSON, by seat: SeatIndex, at table: GameTable) -> Bool {
        (try? read(move)).map { reveals($0, by: seat, at: table) } ?? false
    }

    /// The texts of the message of a move.
    public func message(
        for move: GameJSON, by seat: SeatIndex, from before: any Position, at table: GameTable
    ) throws -> MessageTexts {
        try message(for: read(move), by: seat, from: before, at: table)
    }
}
