@testable import GameRules

/// A game that tells more than its rules do, to see whether ``SecretsCheck`` notices.
struct LeakingGame<Base: Game>: Game {
    typealias Options = Base.Options
    typealias State = Base.State
    typealias Move = Base.Move
    typealias Board = Base.Board

    /// What it tells otherwise than the game itself; each is given last what the game would tell.
    struct Leaks: Sendable {
        var board: (@Sendable (State, Reader, Board) -> Board)?
        var shown: (@Sendable (Move, State, Move?) -> Move?)?
        var message: (@Sendable (TurnStory<Base>, MessageTexts) -> MessageTexts)?
        var label: (@Sendable (State, Text) -> Text)?
        var refusal: (@Sendable (State, MoveRejection) -> MoveRejection)?
        var legalMoves: (@Sendable (State, [Move]) -> [Move])?
    }

    let base: Base
    let leaks: Leaks

    /// A game that leaks what a function says.
    init(_ base: Base, leak: (inout Leaks) -> Void) {
        self.base = base
        var leaks = Leaks()
        leak(&leaks)
        self.leaks = leaks
    }

    // MARK: What leaks

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: Table, random: inout GameRandom
    ) throws(MoveRejection) {
        do {
            try base.apply(move, by: seat, to: &state, at: table, random: &random)
        } catch {
            throw leaks.refusal?(state, error) ?? error
        }
    }
    func legalMoves(for seat: SeatIndex, in state: State, at table: Table) -> [Move]? {
        base.legalMoves(for: seat, in: state, at: table).map { leaks.legalMoves?(state, $0) ?? $0 }
    }
    func board(of state: State, for reader: Reader) -> Board {
        let board = base.board(of: state, for: reader)
        return leaks.board?(state, reader, board) ?? board
    }
    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        let shown = base.shown(move, by: seat, ordinal: ordinal, to: reader, in: state)
        return leaks.shown.map { $0(move, state, shown) } ?? shown
    }
    func message(for turn: TurnStory<Self>) -> MessageTexts {
        let turn = TurnStory<Base>(
            move: turn.move, before: turn.before, after: turn.after, table: turn.table, seat: turn.seat,
            outcome: turn.outcome)
        let texts = base.message(for: turn)
        return leaks.message?(turn, texts) ?? texts
    }
    func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> Text {
        let label = base.accessibilityLabel(of: state, after: texts, outcome: outcome)
        return leaks.label?(state, label) ?? label
    }

    // MARK: What is the game's own

    var name: GameName { base.name }
    var seats: ClosedRange<Int> { base.seats }
    var beginning: Beginning { base.beginning }
    var allowsOpeningMove: Bool { base.allowsOpeningMove }
    var largestMove: Int { base.largestMove }
    var hasSecrets: Bool { base.hasSecrets }
    var texts: TextCatalog { base.texts }

    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        try base.setUp(options, seats: seats)
    }
    func start(_ state: inout State, at table: Table, random: inout GameRandom) {
        base.start(&state, at: table, random: &random)
    }
    func toAct(in state: State, at table: Table) -> [SeatIndex] { base.toAct(in: state, at: table) }
    func move(from notation: GameJSON) throws -> Move { try base.move(from: notation) }
    func notation(of move: Move) throws -> GameJSON { try base.notation(of: move) }
    func isConcurrent(_ move: Move, in state: State) -> Bool { base.isConcurrent(move, in: state) }
    func isConcurrent(_ move: Move, in state: State, missing events: Int) -> Bool {
        base.isConcurrent(move, in: state, missing: events)
    }
    func welcomesNewcomers(in state: State) -> Bool { base.welcomesNewcomers(in: state) }
    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: Table) -> Bool {
        base.reveals(move, by: seat, in: state, at: table)
    }
    func outcome(of state: State, at table: Table) -> Outcome? { base.outcome(of: state, at: table) }
    func skip(_ seat: SeatIndex, in state: inout State, at table: Table) { base.skip(seat, in: &state, at: table) }
    func depart(_ seat: SeatIndex, in state: inout State, at table: Table, random: inout GameRandom) {
        base.depart(seat, in: &state, at: table, random: &random)
    }
    func lateness(of seat: SeatIndex, in state: State) -> Lateness { base.lateness(of: seat, in: state) }
    func picture(of board: Board) -> Picture { base.picture(of: board) }
    func picture(of board: Board, outcome: Outcome?) -> Picture { base.picture(of: board, outcome: outcome) }
    func openingMessage(in state: State) -> MessageTexts { base.openingMessage(in: state) }
}
