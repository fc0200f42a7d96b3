import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Every game")
struct GameInvariantTests {
    @Test("holds together in random play", arguments: gamesAndSeats)
    func randomPlay(game: (name: GameName, seats: Int)) throws {
        var generator = SeededRandom(seed: 1)
        var play = try Play(game.name, seats: game.seats)
        while let seat = play.toAct.randomElement(using: &generator) {
            try expectInvariants(of: play)
            try play.move(try play.someMove(for: seat, using: &generator), by: seat)
        }
        try expectInvariants(of: play)
        #expect(play.outcome != nil)
        try expectReplay(of: play)
    }

    @Test("is won by the last one standing or goes on, and is abandoned when nobody is left", arguments: gamesAndSeats)
    func departures(game: (name: GameName, seats: Int)) throws {
        var play = try Play(game.name, seats: game.seats)
        for seat in play.table.all.dropLast() {
            play.leave(seat)
            #expect(!play.toAct.contains(seat))
            #expect(play.toAct.isEmpty == (play.outcome != nil))
        }
        if !["ice-cream", "open"].contains(game.name), game.seats > 1 {
            #expect(play.outcome == .won(by: SeatIndex(game.seats - 1)))
        }
        play.leave(SeatIndex(game.seats - 1))
        #expect(play.outcome == .abandoned)
    }

    @Test(
        "goes on or ends in order when seats go and turns are skipped at any time",
        arguments: gamesAndSeats)
    func interruptions(game: (name: GameName, seats: Int)) throws {
        var generator = SeededRandom(seed: 11)
        var play = try Play(game.name, seats: game.seats)
        while let seat = play.toAct.randomElement(using: &generator) {
            switch UInt8.random(in: 0..<20, using: &generator) {
            case 0: play.leave(seat)
            case 1: if let other = play.table.taken.randomElement(using: &generator) { play.leave(other) }
            case 2...4: play.skip(seat)
            default:
                try play.move(try play.someMove(for: seat, using: &generator), by: seat)
            }
            try expectInvariants(of: play)
        }
        #expect(play.outcome != nil)
    }

    @Test(
        "is abandoned if its creator goes before anybody came",
        arguments: [
            "tic-tac-toe", "four-in-a-row", "chess", "reversi", "dots-and-boxes", "sea-battle", "rock-paper-scissors",
        ] as [GameName])
    func nobodyCame(name: GameName) throws {
        var play = try Play(name)
        play.table = GameTable(seats: [.gone, .open])
        #expect(play.outcome == .abandoned)
    }

    @Test("may open with a move if it begins at once, and not if it deals first", arguments: GameLibrary.standard.names)
    func openingMoves(name: GameName) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        #expect(game.allowsOpeningMove == (game.beginning == .atOnce))
    }

    @Test("refuses too few and too many seats", arguments: GameLibrary.standard.names)
    func seats(name: GameName) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        let options = try GameJSON(encoding: [String: Int]())
        for count in [game.seats.lowerBound - 1, game.seats.upperBound + 1] {
            #expect(throws: OptionsRejection.self) { try game.position(options: options, seats: count) }
        }
    }

    @Test(
        "reads no move from JSON that is not one", arguments: GameLibrary.standard.names,
        ["5", "null", "{}", "[\"a1\"]"])
    func unreadable(name: GameName, json: String) throws {
        var play = try Play(name)
        let random = GameRandom(SeededRandom(seed: 1))
        #expect(throws: MoveRejection.self) {
            try play.position.apply(.init(Data(json.utf8)), by: 0, at: play.table, random: random)
        }
    }

    /// Somebody is to act unless it is over; the legal moves, if listed, are those that count; a stored position is the
    /// same.
    private func expectInvariants(of play: Play) throws {
        #expect(play.toAct.isEmpty == (play.outcome != nil))
        let restored = try play.game.position(snapshot: play.position.snapshot)
        #expect(restored.equals(play.position))
        #expect(try restored.snapshot == play.position.snapshot)
        guard let seat = play.toAct.first else { return }
        guard try play.position.legalMoves(for: seat, at: play.table) != nil else {
            #expect(!play.game.description.examples.isEmpty)
            for example in play.game.description.examples {
                let text = example.string ?? String(decoding: example.data, as: UTF8.self)
                #expect(try play.reason(against: text, by: seat) == nil, "\(text)")
            }
            return
        }
        let legal = try play.legalMoves(for: seat)
        let notation = notation(of: play.game, after: play.history.count)
        let accepted = try Set(legal + notation).filter { try play.reason(against: $0, by: seat) == nil }
        #expect(Set(legal) == accepted && accepted.count == legal.count)
    }

    private func expectReplay(of play: Play) throws {
        var replayed = try Play(play.game.name, seats: play.table.seats.count)
        for (move, seat) in play.history { try replayed.move(move, by: seat) }
        #expect(try replayed.position.snapshot == play.position.snapshot)
    }

    /// Every move that can be written down, legal or not; where there are too many, some of them, others each time.
    private func notation(of game: any Game, after moves: Int) -> [String] {
        switch game.name {
        case "chess":
            stride(from: moves % 64, to: 64 * 64, by: 67).map {
                ChessMove(from: ChessSquare(index: $0 / 64), to: ChessSquare(index: $0 % 64)).uci
            } + ["draw"]
        case "tic-tac-toe": ["a", "b", "c", "d"].flatMap { column in (1...4).map { "\(column)\($0)" } }
        case "four-in-a-row": (0...8).map(String.init)
        case "reversi":
            ["a", "b", "c", "d", "e", "f", "g", "h", "i"].flatMap { column in (1...9).map { "\(column)\($0)" } }
                + ["pass"]
        case "dots-and-boxes":
            ["h", "v"].flatMap { line in (-1...4).flatMap { row in (-1...4).map { "\(line)\(row),\($0)" } } }
        case "sea-battle":
            (0...11).flatMap { number in
                ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"].map { $0 + "\(number)" }
            }
                + ["place A1h5,A2h4,A3h3,A4h3,A5h2"]
        case "rock-paper-scissors": ["rock", "paper", "scissors", "lizard", "spock"]
        case "crazy-eights":
            ["AC", "4D", "7H", "9S", "TC", "QD", "KH", "8C", "8D:D", "8S:C", "QS:H", "draw", "pass"]
        case "yacht":
            ["roll", "keep 1", "keep 2 3", "keep 4 5 6", "keep 6 6 6 6", "keep 1 2 3 4 5"]
                + YachtCategory.allCases.map { "score \($0.rawValue)" }
        case "ice-cream": IceCreamPart.all.map(\.queryItem) + ["finish", "Base=base05"]
        default: game.description.examples.compactMap(\.string)
        }
    }
}
