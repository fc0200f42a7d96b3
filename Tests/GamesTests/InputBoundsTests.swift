@_spi(Roundtable) import GameRules
@_spi(Roundtable) import RoundtableJSON
import TestSupport
import Testing

@testable import Games

/// The bounds of what rules may answer are for mistakes of the rules: nothing that a player sends gets there.
@Suite("Every game, whatever is sent")
struct InputBoundsTests {
    @Test(
        "refuses a move or answers within the bounds of rules",
        arguments: gamesAndSeats)
    func moves(game: (name: GameName, seats: Int)) throws {
        var generator = SeededRandom(seed: 21)
        var play = try Play(game.name, seats: game.seats)
        let example = try #require(play.game.description.examples.first)
        let input = AwkwardInput(example: example, seats: game.seats)
        for number in 0..<75 {
            guard let seat = play.toAct.randomElement(using: &generator) else { break }
            let awkward = input.move(using: &generator)
            if let after = try play.answering(awkward, by: seat) { play = after }
            guard number.isMultiple(of: 4), play.toAct.contains(seat) else { continue }
            let usual = Play.json(of: try play.someMove(for: seat, using: &generator))
            play = try #require(try play.answering(usual, by: seat))
        }
    }

    @Test("refuses options, or plays by them within the bounds of rules", arguments: GameLibrary.standard.names)
    func options(name: GameName) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        let values: [JSONValue] = [
            .null, true, 0, -1, .integer(.max), .integer(.min), 1.5, "", "rotation",
            .string(String(repeating: "8/", count: 900)),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999 99999",
            .array(Array(repeating: "#123456", count: 180)), .array([nil]), [:],
        ]
        for option in game.description.options {
            for value in values {
                guard let options = try? game.understood(options: GameJSON([option.name: value])),
                    let play = try? Play(name, seats: game.seats.upperBound, options: options.description)
                else { continue }
                try play.tellEverything()
                var generator = SeededRandom(seed: 5)
                if let seat = play.toAct.first {
                    let move = Play.json(of: try play.someMove(for: seat, using: &generator))
                    #expect(try play.answering(move, by: seat) != nil, "\(option.name): \(value)")
                }
            }
        }
    }
}

extension Play {
    /// The game after a move that somebody sent, all that is told of it included; nil if it is refused.
    ///
    /// - Throws: `RulesFailure`, for an answer beyond the bounds of rules.
    fileprivate func answering(_ sent: GameJSON, by seat: SeatIndex) throws -> Play? {
        guard sent.excess(over: .init(bytes: position.largestMove)) == nil else { return nil }
        let move = position.understood(sent) ?? sent
        var after = self
        do {
            try after.move(move, by: seat)
        } catch is MoveRejection {
            return nil
        }
        #expect(position.understood(sent) != nil, "a move counts, and can't be kept")
        let texts = try after.position.message(for: move, by: seat, from: position, at: table)
        try after.labelled(texts).checkSize(of: game.name)
        for reader in after.readers {
            _ = try after.position.shown(move, by: seat, ordinal: after.moveCount(of: seat) - 1, to: reader)
        }
        try after.tellEverything()
        return after
    }

    /// Asks for all that is ever told of a position, and for what is kept of it, which is the same when it is read.
    fileprivate func tellEverything() throws {
        for reader in readers { _ = try position.board(for: reader) }
        for seat in table.all { _ = try position.legalMoves(for: seat, at: table) }
        _ = try picture()
        let snapshot = try position.snapshot
        let restored = try game.position(snapshot: snapshot)
        #expect(restored.equals(position))
        #expect(try restored.snapshot == snapshot)
    }

    private var readers: [Reader] { [.bystander] + table.all.map { .seat($0) } }
}
