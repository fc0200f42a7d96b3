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
