import GameRules

/// Something that happens in a game.
enum PlayEvent: Hashable {
    case move(String, by: SeatIndex)
    case skip(SeatIndex)
    case leave(SeatIndex)
}

extension Play {
    /// Lets something happen.
    mutating func happen(_ event: PlayEvent) throws {
        switch event {
        case .move(let move, let seat): try self.move(move, by: seat)
        case .skip(let seat): skip(seat)
        case .leave(let seat): leave(seat)
        }
    }
}
