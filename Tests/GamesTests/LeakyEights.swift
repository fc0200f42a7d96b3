import GameRules

@testable import Games

/// Crazy eights with a secret told somewhere: what the check of secrets must find.
struct LeakyEights: Game {
    /// Where a secret is told.
    enum Leak: CaseIterable, Sendable {
        case board, picture, message, label, legalMoves, refusal, shownMove
    }

    typealias Options = CrazyEights.Options
    typealias State = CrazyEightsState
    typealias Move = CrazyEightsMove
    typealias Board = CrazyEightsBoard

    let leak: Leak
    private let game = CrazyEights()

    init(leak: Leak) { self.leak = leak }

    var name: GameName { game.name }
    var seats: ClosedRange<Int> { game.seats }
    var beginning: Beginning { game.beginning }
    var texts: TextCatalog { game.texts }

    func setUp(_ options: Options, seats: Int) -> State { game.setUp(options, seats: seats) }

    func start(_ state: inout State, at table: Table, random: inout GameRandom) {
        game.start(&state, at: table, random: &random)
    }

    func toAct(in state: State, at table: Table) -> [SeatIndex] { game.toAct(in: state, at: table) }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: Table, random: inout GameRandom
    ) throws(MoveRejection) {
        if leak == .refusal, move == .pass, let next = state.stock.top {
            throw .illegal(reason: "must_draw", detail: "Draw: the next card is \(next.rawValue).")
        }
        try game.apply(move, by: seat, to: &state, at: table, random: &random)
    }

    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: Table) -> Bool {
        game.reveals(move, by: seat, in: state, at: table)
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: Table) -> [Move]? {
        game.legalMoves(for: seat, in: state, at: table).map { moves in
            leak == .legalMoves ? moves.filter { $0 != .draw || state.stock.top.map(state.follows) != true } : moves
        }
    }

    func outcome(of state: State, at table: Table) -> Outcome? { game.outcome(of: state, at: table) }

    func skip(_ seat: SeatIndex, in state: inout State, at table: Table) { game.skip(seat, in: &state, at: table) }

    func board(of state: State, for reader: Reader) -> Board {
        let board = game.board(of: state, for: reader)
        guard reader == .bystander, leak == .board || leak == .picture else { return board }
        // What the picture tells besides is no part of the JSON.
        let isPlayable = leak == .picture && state.hands[0].list.contains(where: state.follows)
        return Board(
            top: board.top, suit: board.suit, hand: leak == .board ? state.hands[0] : board.hand,
            counts: board.counts, stock: board.stock, isReversed: board.isReversed, next: board.next,
            drawer: isPlayable ? 0 : nil, winner: board.winner)
    }

    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        leak == .shownMove && move == .draw ? state.stock.top.map { .play($0, naming: nil) } : move
    }

    func picture(of board: Board) -> Picture { game.picture(of: board) }

    func message(for turn: TurnStory<LeakyEights>) -> MessageTexts {
        guard leak == .message, let drawn = turn.after.hand(of: turn.seat).top else { return told() }
        return MessageTexts(caption: Text("crazy-eights.draw", ["mover": .mover, "card": .words(drawn.rawValue)]))
    }

    func openingMessage(in state: State) -> MessageTexts { game.openingMessage(in: state) }

    func accessibilityLabel(of state: State, after texts: MessageTexts) -> Text {
        guard leak == .label else { return game.accessibilityLabel(of: state, after: texts) }
        return Text("crazy-eights.draw", ["hand": .words(state.hands[0].rawValue)])
    }

    private func told() -> MessageTexts { MessageTexts(caption: Text("crazy-eights.draw", ["mover": .mover])) }
}
