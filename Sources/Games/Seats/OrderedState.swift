import GameRules

/// A state that knows in which order the seats act.
protocol OrderedState {
    /// The seats that act next, until the game is over.
    var order: TurnOrder { get }
}

extension Game where State: OrderedState {
    func toAct(in state: State, at table: GameTable) -> [SeatIndex] {
        outcome(of: state, at: table) == nil ? state.order.toAct(at: table) : []
    }
}

extension [Int] {
    /// Of some seats, those that have most of these points.
    func leaders(among seats: [SeatIndex]) -> [SeatIndex] {
        let most = seats.map { self[$0.rawValue] }.max()
        return seats.filter { self[$0.rawValue] == most }
    }
}

extension Outcome {
    /// The outcome of a game that the most points win, for each who has them; drawn if all of several have as many.
    static func byPoints(_ scores: [Int], among seats: [SeatIndex]) -> Outcome {
        let best = scores.leaders(among: seats)
        return best.count > 1 && best == seats
            ? Outcome(kind: .drawn, scores: scores) : Outcome(kind: .won, winners: best, scores: scores)
    }
}
