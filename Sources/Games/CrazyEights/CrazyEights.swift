import GameRules

/// Crazy eights: get rid of your cards by following the suit or the rank of the last one; eights are wild.
///
/// Source: "Crazy Eights", bicyclecards.com/how-to-play/crazy-eights, and for the number of packs, the stock that is
/// renewed and the variation ``Options/reverse`` John McLeod's pagat.com/eights/crazy8s.html.
///
/// - Five cards each, seven if two play; one pack, two from six players on, whose equal cards have one name.
/// - A card is turned up to begin the pile. An eight is buried: put back at a place of the stock drawn at random.
/// - On a turn, cards may be drawn, one by one, also by somebody who could play; the turn ends with a card played.
///   Only who can't play and finds nothing to draw passes.
/// - When the stock is used up, the next draw shuffles the pile, without its top, into a new one. So the game can't be
///   blocked: where nothing is left to draw, all cards but the top one are in hands, and among them most of every suit.
/// - Whoever has no cards left wins, and scores what the others hold.
struct CrazyEights: Game {
    typealias Move = CrazyEightsMove
    typealias State = CrazyEightsState

    struct Options: Codable, Sendable {
        /// Whether aces reverse the direction of play and queens leave out the next player. The card turned up to
        /// begin with does neither.
        var reverse: Bool?
    }

    let name: GameName = "crazy-eights"
    let seats = 2...7
    let latenesses: Set<Lateness> = [.forfeits, .passes, .plays]
    let agreements = Set(Agreement.allCases)
    let beginning = Beginning.whenSeated
    var description: GameDescription {
        GameDescription(
            of: name, options: [.init("reverse", .flag, default: GameJSON(false))],
            examples: ["QS"])
    }

    func setUp(_ options: Options, seats: Int) -> State {
        State(seats: seats, hasTurningCards: options.reverse ?? false)
    }

    func start(_ state: inout State, at table: GameTable, random: inout GameRandom) {
        state.deal(to: table.taken, random: &random)
    }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        if let refusal = state.refusal(of: move, by: seat) { throw refusal.rejection }
        switch move {
        case .play(let card, let suit): state.play(card, naming: suit, by: seat, at: table)
        case .draw: state.draw(by: seat, random: &random)
        case .pass: state.pass(seat, at: table)
        }
    }

    /// A drawn card is hidden until then, and so is what the others hold, which the last card scores.
    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        switch move {
        case .play: state.hand(of: seat).count == 1
        case .draw: true
        case .pass: false
        }
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        state.legalMoves(for: seat)
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        guard let winner = state.winner else { return table.contestOutcome }
        let points = state.hands.reduce(0) { $0 + $1.points }
        let scores = state.hands.indices.map { $0 == winner.rawValue ? points : 0 }
        return Outcome(kind: .won, winners: [winner], scores: scores)
    }

    /// The turn passes without a card drawn: who is skipped learns nothing by it.
    func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        state.pass(seat, at: table)
    }

    /// The hand is shuffled and put under the stock, so that not even who held it knows how it lies there.
    func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom) {
        if state.winner == nil { state.returnHand(of: seat, at: table, random: &random) }
    }

    /// Everybody sees what is played and who draws; what was drawn is no part of the move.
    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? { move }
}
