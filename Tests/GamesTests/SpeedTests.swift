import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

/// How much of the processor's time each game takes for what a turn asks of it, printed as a table in Markdown.
@Suite("Speed", .serialized)
struct SpeedTests {
    @Test("what a turn asks of each game is measured", .speed)
    func table() throws {
        let names = Step.all.map(\.name)
        var rows = [
            "| µs | " + names.joined(separator: " | ") + " |",
            "|" + String(repeating: " --- |", count: names.count + 1),
        ]
        for setting in Self.settings {
            let turns = try Self.playthrough(setting)
            let times = try Step.all.map { step in try step.microseconds(over: turns) }
            rows.append("| `\(setting.name)`\(setting.note) | " + times.map(Self.text).joined(separator: " | ") + " |")
            #expect(times.allSatisfy { $0 > 0 })
        }
        print(rows.joined(separator: "\n"))
    }

    @Test("chess lists its moves in 20 µs", .speed)
    func chess() throws {
        let turns = try Self.playthrough(Setting(name: "chess", seats: 2))
        #expect(try Step.legalMoves.leastMicroseconds(over: turns) < 20)
    }

    @Test("a game shows its board with its moves in 100 µs, and tells a move in 100 µs", .speed, arguments: settings)
    fileprivate func limits(setting: Setting) throws {
        let turns = try Self.playthrough(setting)
        let moves = try Step.legalMoves.leastMicroseconds(over: turns)
        #expect(try moves + Step.board.leastMicroseconds(over: turns) < 100)
        // With its label. Pictures are drawn when somebody asks for them, and kept.
        #expect(try Step.message.leastMicroseconds(over: turns) < 100)
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

    private static func text(_ microseconds: Double) -> String {
        let tenths = Int((microseconds * 10).rounded())
        return tenths >= 100 ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// Something that a turn asks of a game.
private struct Step: Sendable {
    let name: String
    let work: @Sendable (SpeedTests.Turn) throws -> Void

    /// The average over some turns, which are repeated for long enough; of the processor's time, lest whatever else
    /// runs on the machine be measured.
    func microseconds(over turns: [SpeedTests.Turn]) throws -> Double {
        let start = clock()
        var (count, spent) = (0, 0.0)
        repeat {
            for turn in turns { try work(turn) }
            count += turns.count
            spent = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        } while spent < 0.2
        return spent * 1_000_000 / Double(count)
    }

    /// The least of some such averages: what others do to the caches of a busy machine is not the game's.
    func leastMicroseconds(over turns: [SpeedTests.Turn]) throws -> Double {
        try (0..<5).map { _ in try microseconds(over: turns) }.min() ?? .infinity
    }

    static let legalMoves = Step(name: "legal moves") { _ = try $0.before.legalMoves(for: $0.seat, at: $0.table) }
    static let board = Step(name: "board") { _ = try $0.after.board(for: .seat($0.seat)) }
    static let message = Step(name: "message") { turn in
        _ = try turn.after.message(for: turn.move, by: turn.seat, from: turn.before, at: turn.table)
            .labelled(at: turn.after, outcome: turn.outcome)
    }

    static let all: [Step] = [
        legalMoves,
        Step(name: "apply") { turn in
            var position = turn.before
            try position.apply(
                turn.move, by: turn.seat, at: turn.table, random: GameRandom(SeededRandom(seed: 1)))
        },
        board, message,
        Step(name: "picture") { _ = try $0.after.picture(for: .bystander, outcome: $0.outcome) },
        Step(name: "write") { _ = try $0.after.snapshot },
        Step(name: "read") { turn in _ = try turn.game.position(snapshot: turn.snapshot) },
    ]
}
