import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Every game")
struct GameInvariantTests {
    @Test("is registered")
    func names() {
        #expect(GameLibrary.standard.names == ["crazy-eights", "four-in-a-row", "ice-cream", "tic-tac-toe", "yacht"])
    }

    @Test(
        "holds together in random play",
        arguments: gamesAndSeats, [1, 2, 3, 4, 5] as [UInt64])
    func randomPlay(game: (name: GameName, seats: Int), seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var play = try Play(game.name, seats: game.seats)
        while let seat = play.toAct.randomElement(using: &generator) {
            try expectInvariants(of: play)
            let move = try #require(try play.legalMoves(for: seat).randomElement(using: &generator))
            try play.move(move, by: seat)
        }
        try expectInvariants(of: play)
        #expect(play.outcome != nil)
        try expectReplay(of: play)
    }

    @Test("holds together whoever goes or is skipped, and whenever", arguments: gamesAndSeats, [1, 2, 3] as [UInt64])
    func departuresInPlay(game: (name: GameName, seats: Int), seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var play = try Play(game.name, seats: game.seats, seed: seed)
        while let seat = play.toAct.randomElement(using: &generator) {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: play.leave(try #require(play.table.taken.randomElement(using: &generator)))
            case 1: play.position.skip(seat, at: play.table)
            default: try play.move(try #require(play.legalMoves(for: seat).randomElement(using: &generator)), by: seat)
            }
            #expect(play.toAct.isEmpty == (play.outcome != nil))
            #expect(play.toAct.allSatisfy { play.table[$0] == .taken })
            #expect(try play.toAct.allSatisfy { try !play.legalMoves(for: $0).isEmpty })
            let restored = try play.game.position(snapshot: play.position.snapshot)
            #expect(restored.equals(play.position) && restored.snapshot == play.position.snapshot)
        }
    }

    @Test("is won by the last one standing or goes on, and is abandoned when nobody is left", arguments: gamesAndSeats)
    func departures(game: (name: GameName, seats: Int)) throws {
        var play = try Play(game.name, seats: game.seats)
        for seat in play.table.all.dropLast() {
            play.leave(seat)
            #expect(!play.toAct.contains(seat))
            #expect(play.toAct.isEmpty == (play.outcome != nil))
        }
        if game.name != "ice-cream", game.seats > 1 { #expect(play.outcome == .won(by: SeatIndex(game.seats - 1))) }
        play.leave(SeatIndex(game.seats - 1))
        #expect(play.outcome == .abandoned)
    }

    @Test(
        "is abandoned if its creator goes before anybody came",
        arguments: ["tic-tac-toe", "four-in-a-row"] as [GameName])
    func nobodyCame(name: GameName) throws {
        var play = try Play(name)
        play.table = Table(seats: [.gone, .open])
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
        let random = GameRandom(SeededGenerator(seed: 1))
        #expect(throws: MoveRejection.self) {
            try play.position.apply(.init(Data(json.utf8)), by: 0, at: play.table, random: random)
        }
    }

    /// Somebody is to act unless it is over; the legal moves are those that count; a stored position is the same.
    private func expectInvariants(of play: Play) throws {
        #expect(play.toAct.isEmpty == (play.outcome != nil))
        let restored = try play.game.position(snapshot: play.position.snapshot)
        #expect(restored.equals(play.position))
        #expect(restored.snapshot == play.position.snapshot)
        guard let seat = play.toAct.first else { return }
        let legal = try play.legalMoves(for: seat)
        let accepted = try (notation(of: play.game.name) + legal).filter {
            try play.reason(against: $0, by: seat) == nil
        }
        #expect(Set(legal) == Set(accepted) && Set(legal).count == legal.count)
    }

    private func expectReplay(of play: Play) throws {
        var replayed = try Play(play.game.name, seats: play.table.seats.count)
        for (move, seat) in play.history { try replayed.move(move, by: seat) }
        #expect(replayed.position.snapshot == play.position.snapshot)
    }

    /// Moves that can be written down, legal or not; every one where they are few.
    private func notation(of name: GameName) -> [String] {
        switch name {
        case "tic-tac-toe": ["a", "b", "c", "d"].flatMap { column in (1...4).map { "\(column)\($0)" } }
        case "four-in-a-row": (0...8).map(String.init)
        case "crazy-eights":
            ["AC", "4D", "7H", "9S", "TC", "QD", "KH", "8C", "8D:D", "8S:C", "QS:H", "draw", "pass"]
        case "yacht":
            ["roll", "keep 1", "keep 2 3", "keep 4 5 6", "keep 6 6 6 6", "keep 1 2 3 4 5"]
                + YachtCategory.allCases.map { "score \($0.rawValue)" }
        default: IceCreamPart.all.map(\.queryItem) + ["finish", "Base=base05"]
        }
    }
}
