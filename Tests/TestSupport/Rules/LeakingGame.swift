@testable package import GameRules

/// A game that tells more than its rules do, to see whether tests of secrets notice.
package struct LeakingGame<Base: Game>: Game {
    package typealias Options = Base.Options
    package typealias State = Base.State
    package typealias Move = Base.Move
    package typealias Board = Base.Board

    /// What it tells otherwise than the game itself; each is given last what the game would tell.
    package struct Leaks: Sendable {
        /// Told of each move that is made.
        package var applied: (@Sendable (Move) -> Void)?
        package var board: (@Sendable (State, Reader, Board) -> Board)?
        package var shown: (@Sendable (Move, State, Move?) -> Move?)?
        package var message: (@Sendable (TurnStory<Base>, MessageTexts) -> MessageTexts)?
        package var label: (@Sendable (State, GameText) -> GameText)?
        package var refusal: (@Sendable (State, MoveRejection) -> MoveRejection)?
        package var legalMoves: (@Sendable (State, [Move]) -> [Move])?
    }

    package let base: Base
    package let leaks: Leaks

    /// A game that leaks what a function says.
    package init(_ base: Base, leak: (inout Leaks) -> Void) {
        self.base = base
        var leaks = Leaks()
        leak(&leaks)
        self.leaks = leaks
    }

    // MARK: What leaks

    package func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        leaks.applied?(move)
        do {
            try base.apply(move, by: seat, to: &state, at: table, random: &random)
        } catch {
            throw leaks.refusal?(state, error) ?? error
        }
    }
    package func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        base.legalMoves(for: seat, in: state, at: table).map { leaks.legalMoves?(state, $0) ?? $0 }
    }
    package func board(of state: State, for reader: Reader) -> Board {
        let board = base.board(of: state, for: reader)
        return leaks.board?(state, reader, board) ?? board
    }
    package func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        let shown = base.shown(move, by: seat, ordinal: ordinal, to: reader, in: state)
        return leaks.shown.map { $0(move, state, shown) } ?? shown
    }
    package func message(for turn: TurnStory<Self>) -> MessageTexts {
        let turn = TurnStory<Base>(
            move: turn.move, before: turn.before, after: turn.after, table: turn.table, seat: turn.seat,
            outcome: turn.outcome)
        let texts = base.message(for: turn)
        return leaks.message?(turn, texts) ?? texts
    }
    package func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText {
        let label = base.accessibilityLabel(of: state, after: texts, outcome: outcome)
        return leaks.label?(state, label) ?? label
    }

    // MARK: What is the game's own

    package var name: GameName { base.name }
    package var seats: ClosedRange<Int> { base.seats }
    package var beginning: Beginning { base.beginning }
    package var allowsOpeningMove: Bool { base.allowsOpeningMove }
    package var largestMove: Int { base.largestMove }
    package var hasSecrets: Bool { base.hasSecrets }
    package var texts: TextCatalog { base.texts }

    package func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        try base.setUp(options, seats: seats)
    }
    package func start(_ state: inout State, at table: GameTable, random: inout GameRandom) {
        base.start(&state, at: table, random: &random)
    }
    package func toAct(in state: State, at table: GameTable) -> [SeatIndex] { base.toAct(in: state, at: table) }
    package func move(from notation: GameJSON) throws -> Move { try base.move(from: notation) }
    package func notation(of move: Move) throws -> GameJSON { try base.notation(of: move) }
    package func isConcurrent(_ move: Move, in state: State) -> Bool { base.isConcurrent(move, in: state) }
    package func isConcurrent(_ move: Move, in state: State, missing events: Int) -> Bool {
        base.isConcurrent(move, in: state, missing: events)
    }
    package func welcomesNewcomers(in state: State) -> Bool { base.welcomesNewcomers(in: state) }
    package func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        base.reveals(move, by: seat, in: state, at: table)
    }
    package func outcome(of state: State, at table: GameTable) -> Outcome? { base.outcome(of: state, at: table) }
    package func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        base.skip(seat, in: &state, at: table)
    }
    package func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom) {
        base.depart(seat, in: &state, at: table, random: &random)
    }
    package func reopen(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        base.reopen(seat, in: &state, at: table)
    }
    package func lateness(of seat: SeatIndex, in state: State) -> Lateness { base.lateness(of: seat, in: state) }
    package func picture(of board: Board) -> Picture { base.picture(of: board) }
    package func picture(of board: Board, outcome: Outcome?) -> Picture { base.picture(of: board, outcome: outcome) }
    package func openingMessage(in state: State) -> MessageTexts { base.openingMessage(in: state) }
}
