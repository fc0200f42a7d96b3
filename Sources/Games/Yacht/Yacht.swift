import GameRules

/// Yacht: five dice, three rolls a turn, twelve categories to fill once each.
///
/// Source: "Yacht (dice game)", Wikipedia, after R. Knizia, *Dice Games Properly Explained*; Yacht as in Hoyle. A full
/// house scores all five dice and is not five equal ones, four of a kind scores the four equal dice also of five, each
/// straight 30, a yacht 50; there is no bonus.
///
/// - A turn has up to three rolls, the first of all dice; it ends with a score, which may be 0, also after one roll.
/// - Chance is the service's: what a roll shows follows from the event's randomness, however often it is tried.
/// - The game ends when all who still play have filled their categories. The most points win; equal ones share the
///   victory, and if all are equal it is a draw. Somebody alone has completed the sheet.
struct Yacht: OpenInformationGame {
    typealias Options = NoOptions
    typealias Move = YachtMove
    typealias State = YachtState

    let name: GameName = "yacht"
    let seats = 1...8
    let latenesses: Set<Lateness> = [.forfeits, .passes, .plays]
    let beginning = Beginning.whenSeated
    var description: GameDescription { GameDescription(of: name, examples: ["keep 6 6"]) }

    func setUp(_ options: NoOptions, seats: Int) -> State { State(seats: seats) }

    func start(_ state: inout State, at table: GameTable, random: inout GameRandom) {
        state.next = table.taken.first ?? 0
    }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        if let refusal = state.refusal(of: move, by: seat) { throw refusal.rejection }
        switch move {
        case .roll(let dice): state.roll(keeping: dice, random: &random)
        case .score(let category): state.enter(category.score(of: state.dice), in: category, by: seat, at: table)
        }
    }

    func board(of state: State) -> YachtBoard { YachtBoard(state: state) }

    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        if case .roll = move { true } else { false }
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        state.legalMoves(for: seat)
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        let finishers = state.finishers
        guard !finishers.isEmpty else { return table.contestOutcome }
        if finishers.count == 1 { return Outcome(kind: .completed, scores: state.totals) }
        return .byPoints(state.totals, among: finishers)
    }

    /// The first category that is open is filled with 0, so that the game comes to its end whoever is skipped.
    func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        guard let category = state.openCategories(of: seat).first else { return }
        state.enter(0, in: category, by: seat, at: table)
    }

    /// Who goes in the middle of a turn leaves no dice to the next.
    func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom) {
        if state.next == seat, outcome(of: state, at: table) == nil { state.endTurn(of: seat, at: table) }
    }
}
