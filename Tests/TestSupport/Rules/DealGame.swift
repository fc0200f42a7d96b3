import Foundation
package import GameRules
import Games

/// A game with everything that is awkward: it waits for its players, deals by chance, hides hands, and has moves that
/// show their author something.
///
/// Each seat in turn says `draw` (a new card, by chance), `pass`, or `finish`, by which it wins.
package struct DealGame: Game {
    package enum Move: String, Codable, Hashable, Sendable { case draw, pass, finish }

    package struct State: Codable, Hashable, Sendable {
        package var hands: [Int?]
        package var turn = 0
        package var winner: SeatIndex?
        package var moves: [Move] = []
    }

    package struct Board: Encodable, Sendable {
        let hand: Int?
        let dealt: Int
    }

    package let name: GameName = "deal"
    /// Version 2 knows no `pass`.
    package let version: Int
    package let seats = 2...4
    package let beginning = Beginning.whenSeated

    package var texts: TextCatalog {
        TextCatalog(embedded: ["en": [UInt8](#"{"deal.opening": "{mover} deals", "deal.move": "{mover} moved"}"#.utf8)])
    }

    /// The game, in one version of its rules.
    package init(version: Int = 1) { self.version = version }

    package func setUp(_ options: NoOptions, seats: Int) -> State {
        State(hands: Array(repeating: nil, count: seats))
    }

    package func start(_ state: inout State, at table: GameTable, random: inout GameRandom) {
        for seat in table.taken { state.hands[seat.rawValue] = Int.random(in: 1...1_000_000, using: &random) }
    }

    package func toAct(in state: State, at table: GameTable) -> [SeatIndex] {
        guard outcome(of: state, at: table) == nil, !table.taken.isEmpty else { return [] }
        return [table.taken[state.turn % table.taken.count]]
    }

    package func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        if move == .pass, version == 2 { throw .illegal(reason: "no_passing", detail: "Nobody passes.") }
        if move == .pass, state.moves.last == .pass {
            throw .illegal(reason: "passed_already", detail: "Two can't pass one after the other.")
        }
        if move == .draw { state.hands[seat.rawValue] = Int.random(in: 1...1_000_000, using: &random) }
        if move == .finish { state.winner = seat }
        state.moves.append(move)
        state.turn += 1
    }

    package func isConcurrent(_ move: Move, in state: State) -> Bool { false }

    package func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        move == .draw
    }

    package func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        state.moves.last == .pass || version == 2 ? [.draw, .finish] : [.draw, .pass, .finish]
    }

    package func outcome(of state: State, at table: GameTable) -> Outcome? {
        state.winner.map { .won(by: $0) } ?? table.contestOutcome
    }

    package func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) { state.turn += 1 }

    package func lateness(of seat: SeatIndex, in state: State) -> Lateness { .passes }

    package func board(of state: State, for reader: Reader) -> Board {
        Board(
            hand: reader.seats.sorted().first.flatMap { state.hands[$0.rawValue] },
            dealt: state.hands.count { $0 != nil })
    }

    package func shown(
        _ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State
    ) -> Move? {
        move == .pass && !reader.seats.contains(seat) ? nil : move
    }

    package func picture(of board: Board) -> Picture { Picture(background: "#FFFFFF", elements: []) }

    package func message(for turn: TurnStory<DealGame>) -> MessageTexts {
        MessageTexts(caption: GameText("deal.move", ["mover": .mover]))
    }

    package func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: GameText("deal.opening", ["mover": .mover]))
    }
}

extension GameLibrary {
    /// The games that come with Roundtable, and one for tests.
    package static let testing = GameLibrary.standard.adding([DealGame()])
}

extension GameJSON {
    /// A move by its notation.
    package static func move(_ notation: String) -> GameJSON { GameJSON(Data("\"\(notation)\"".utf8)) }
}
