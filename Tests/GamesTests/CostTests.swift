import GameRules
import TestSupport
import Testing

@testable import Games

/// Instructions of what a turn asks of each game, as `deploy/check/games` counts them.
@Suite("Cost", .serialized)
struct CostTests {
    @Test("what a turn asks of each game is counted", .counted, arguments: settings)
    fileprivate func counts(setting: Setting) throws {
        let played = try Self.playthrough(setting)
        // At most 50 turns, spread over the whole game.
        let turns = stride(from: 0, to: played.count, by: played.count / 50 + 1).map { played[$0] }
        // NB: what is made once, at the first use, is not a turn's.
        for step in Step.all { try step.work(turns[0]) }
        for step in Step.all {
            try count("`\(setting.name)`\(setting.note)", step.name, times: turns.count) {
                for turn in turns { try step.work(turn) }
            }
        }
        #expect(!turns.isEmpty)
    }

    @Test("the 197,281 games of four moves of chess are counted", .counted)
    func perft() throws {
        let position = try ChessPosition(fen: ChessPosition.startFEN, isChess960: false)
        var games = 0
        count("chess", "perft", times: 197_281) { games = position.perft(4) }
        #expect(games == 197_281)
    }

    /// A game at its largest.
    fileprivate struct Setting: Sendable {
        let name: GameName
        let seats: Int
        var options = "{}"
        var size: String?
        /// A move that every game begins with.
        var opening: String?

        var note: String { ", " + (size.map { "\($0), " } ?? "") + "\(seats) seat\(seats == 1 ? "" : "s")" }
    }

    fileprivate static let settings =
        GameLibrary.standard.names.map { name in
            let seats = GameLibrary.standard.newest(name)?.seats.upperBound ?? 1
            return switch name {
            case "dots-and-boxes":
                Setting(name: name, seats: seats, options: #"{"rows": 10, "columns": 10}"#, size: "10×10")
            case "rock-paper-scissors":
                Setting(name: name, seats: seats, options: #"{"rounds": 25}"#, size: "25 rounds")
            default: Setting(name: name, seats: seats)
            }
        } + [
            Setting(
                name: "open", seats: 2, size: "64 KiB",
                opening: #"{"state": {"cells": ["# + (0..<8000).map { "\(1_000_000 + $0)" }.joined(separator: ",")
                    + "]}}")
        ]

    /// One turn of a game: what is needed to make it again, and what it led to.
    fileprivate struct Turn {
        let game: any Game
        let table: GameTable
        let before: any Position
        let seat: SeatIndex
        let move: GameJSON
        let after: any Position
        let snapshot: GameJSON
        let outcome: Outcome?
    }

    /// A game played to its end at random.
    private static func playthrough(_ setting: Setting) throws -> [Turn] {
        var generator = SeededRandom(seed: 1)
        var play = try Play(setting.name, seats: setting.seats, options: setting.options)
        if let opening = setting.opening { play = try play.moving(opening) }
        var turns: [Turn] = []
        while let seat = play.toAct.randomElement(using: &generator) {
            let (before, move) = (play.position, try play.someMove(for: seat, using: &generator))
            try play.move(move, by: seat)
            turns.append(
                Turn(
                    game: play.game, table: play.table, before: before, seat: seat, move: Play.json(of: move),
                    after: play.position, snapshot: try play.position.snapshot, outcome: play.outcome))
        }
        return turns
    }
}

/// Something that a turn asks of a game.
private struct Step: Sendable {
    let name: String
    let work: @Sendable (CostTests.Turn) throws -> Void

    static let all: [Step] = [
        Step(name: "legal moves") { _ = try $0.before.legalMoves(for: $0.seat, at: $0.table) },
        Step(name: "apply") { turn in
            var position = turn.before
            try position.apply(
                turn.move, by: turn.seat, at: turn.table, random: GameRandom(SeededRandom(seed: 1)))
        },
        Step(name: "board") { _ = try $0.after.board(for: .seat($0.seat)) },
        Step(name: "message") { turn in
            _ = try turn.after.message(for: turn.move, by: turn.seat, from: turn.before, at: turn.table)
                .labelled(at: turn.after, outcome: turn.outcome)
        },
        Step(name: "picture") { _ = try $0.after.picture(for: .bystander, outcome: $0.outcome) },
        Step(name: "write") { _ = try $0.after.snapshot },
        Step(name: "read") { turn in _ = try turn.game.position(snapshot: turn.snapshot) },
    ]
}

/// Says what is counted next, which ends the count of what was before, and then does it.
private func count(_ subject: String, _ step: String, times: Int, _ work: () throws -> Void) rethrows {
    counted { print("count|\(subject)|\(step)|\(times)") }
    try counted(work)
}

/// What `deploy/check/games` counts: it has callgrind write a file whenever this function returns, and finds it by its
/// mangled name.
@inline(never)
private func counted(_ work: () throws -> Void) rethrows { try work() }
