import GameRules

extension [Int] {
    /// Of some seats, those that have most of these points.
    func leaders(among seats: [SeatIndex]) -> [SeatIndex] {
        let most = seats.map { self[$0.rawValue] }.max()
        return seats.filter { self[$0.rawValue] == most }
    }
}
