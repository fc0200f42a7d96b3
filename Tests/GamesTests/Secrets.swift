import Foundation
import TestSupport
import Testing

@testable import GameRules

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

    /// Everything that a reader is told of a game in which some things happen, by what it is: the board, legal moves,
    /// message, label and picture after each of them, and in the end every past move as far as it is shown, and why
    /// some moves of the reader's are refused.
    func told(
        _ events: [PlayEvent], to reader: Reader, attempting attempts: [String]
    ) throws -> [String: String] {
        var play = self
        var told = play.toldNow(to: reader).reduce(into: [:]) { $0["0 \($1.key)"] = $1.value }
        told["0 opening"] = "\(play.position.openingMessage().labelled(at: play.position))"
        for (number, event) in events.enumerated() {
            if case .move(let move, let seat) = event {
                told["\(number + 1) message"] = "\(try play.message(for: move, by: seat))"
            }
            try play.happen(event)
            for (name, value) in play.toldNow(to: reader) { told["\(number + 1) \(name)"] = value }
        }
        for index in play.history.indices { told["shown \(index)"] = try play.shown(index, to: reader) ?? "-" }
        for seat in reader.seats {
            for attempt in attempts {
                told["refusal of \(attempt) by \(seat)"] = try play.refusal(of: attempt, by: seat)
            }
        }
        return told
    }

    private func toldNow(to reader: Reader) -> [String: String] {
        let seats = reader.seats.isEmpty ? table.open : reader.seats.sorted()
        return [
            "board": board(for: reader), "toAct": "\(toAct)", "outcome": "\(outcome as Any)",
            "picture": position.picture().svg,
            "label": "\(position.accessibilityLabel(after: MessageTexts(caption: Text("caption"))))",
            "legalMoves": seats.map { "\(position.legalMoves(for: $0, at: table) as Any)" }.joined(separator: "; "),
        ]
    }

    /// The whole refusal, with its sentence; nothing of a move that counts, for it may show something.
    private func refusal(of move: String, by seat: SeatIndex) throws -> String? {
        var play = self
        do {
            try play.move(move, by: seat)
            return nil
        } catch let rejection as MoveRejection {
            return "\(rejection)"
        }
    }

    /// What tells two courses of a game apart for a reader to whom the rules show no difference between them: nothing,
    /// unless a secret leaks.
    func leaks(
        between one: [PlayEvent], and other: [PlayEvent], to reader: Reader, attempting attempts: [String] = []
    ) throws -> [String] {
        let (first, second) = try (
            told(one, to: reader, attempting: attempts), told(other, to: reader, attempting: attempts)
        )
        return Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }.sorted()
    }
}

/// A game that tells more than its rules do, to see whether tests would notice.
struct LeakingGame<Base: Game>: Game {
    typealias Options = Base.Options
    typealias State = Base.State
    typealias Move = Base.Move
    typealias Board = Base.Board

    /// What it tells otherwise than the game itself; each is given what the game would tell.
    struct Leaks: Sendable {
        var board: (@Sendable (State, Reader) -> Reader)?
        var shown: (@Sendable (Move, State) -> Bool)?
        var message: (@Sendable (Move, MessageTexts) -> MessageTexts)?
        var label: (@Sendable (State, Text) -> Text)?
        var refusal: (@Sendable (State, MoveRejection) -> MoveRejection)?
        var legalMoves: (@Sendable (State, [Move]) -> [Move])?
    }

    let base: Base
    var leaks = Leaks()

    var name: GameName { base.name }
    var seats: ClosedRange<Int> { base.seats }
    var beginning: Beginning { base.beginning }
    var allowsOpeningMove: Bool { base.allowsOpeningMove }
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
    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: Table, random: inout GameRandom
    ) throws(MoveRejection) {
        do {
            try base.apply(move, by: seat, to: &state, at: table, random: &random)
        } catch {
            throw leaks.refusal?(state, error) ?? error
        }
    }
    func isConcurrent(_ move: Move, in state: State) -> Bool { base.isConcurrent(move, in: state) }
    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: Table) -> Bool {
        base.reveals(move, by: seat, in: state, at: table)
    }
    func legalMoves(for seat: SeatIndex, in state: State, at table: Table) -> [Move]? {
        base.legalMoves(for: seat, in: state, at: table).map { leaks.legalMoves?(state, $0) ?? $0 }
    }
    func outcome(of state: State, at table: Table) -> Outcome? { base.outcome(of: state, at: table) }
    func skip(_ seat: SeatIndex, in state: inout State, at table: Table) { base.skip(seat, in: &state, at: table) }
    func depart(_ seat: SeatIndex, in state: inout State, at table: Table, random: inout GameRandom) {
        base.depart(seat, in: &state, at: table, random: &random)
    }
    func lateness(of seat: SeatIndex, in state: State) -> Lateness { base.lateness(of: seat, in: state) }
    func board(of state: State, for reader: Reader) -> Board {
        base.board(of: state, for: leaks.board?(state, reader) ?? reader)
    }
    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        if leaks.shown?(move, state) == true { return move }
        return base.shown(move, by: seat, ordinal: ordinal, to: reader, in: state)
    }
    func picture(of board: Board) -> Picture { base.picture(of: board) }
    func message(for turn: TurnStory<Self>) -> MessageTexts {
        let texts = base.message(
            for: TurnStory<Base>(
                move: turn.move, before: turn.before, after: turn.after, table: turn.table, seat: turn.seat,
                outcome: turn.outcome))
        return leaks.message?(turn.move, texts) ?? texts
    }
    func openingMessage(in state: State) -> MessageTexts { base.openingMessage(in: state) }
    func accessibilityLabel(of state: State, after texts: MessageTexts) -> Text {
        let label = base.accessibilityLabel(of: state, after: texts)
        return leaks.label?(state, label) ?? label
    }
}
