import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Every game")
struct GameInvariantTests {
    @Test("is registered")
    func names() {
        #expect(
            GameLibrary.standard.names == [
                "four-in-a-row", "ice-cream", "rock-paper-scissors", "sea-battle", "tic-tac-toe",
            ])
    }

    @Test(
        "holds together in random play",
        arguments: gamesAndSeats, [1, 2, 3, 4, 5] as [UInt64])
    func randomPlay(game: (name: GameName, seats: Int), seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
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
        if game.name != "ice-cream" { #expect(play.outcome == .won(by: SeatIndex(game.seats - 1))) }
        play.leave(SeatIndex(game.seats - 1))
        #expect(play.outcome == .abandoned)
    }

    @Test(
        "is abandoned if its creator goes before anybody came",
        arguments: ["tic-tac-toe", "four-in-a-row", "sea-battle", "rock-paper-scissors"] as [GameName])
    func nobodyCame(name: GameName) throws {
        var play = try Play(name)
        play.table = Table(seats: [.gone, .open])
        #expect(play.outcome == .abandoned)
    }

    @Test("may open with a move", arguments: GameLibrary.standard.names)
    func openingMoves(name: GameName) throws {
        #expect(try #require(GameLibrary.standard.newest(name)).allowsOpeningMove)
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

    /// Somebody is to act unless it is over; the legal moves, if listed, are those that count; a stored position is the
    /// same.
    private func expectInvariants(of play: Play) throws {
        #expect(play.toAct.isEmpty == (play.outcome != nil))
        let restored = try play.game.position(snapshot: play.position.snapshot)
        #expect(restored.equals(play.position))
        #expect(restored.snapshot == play.position.snapshot)
        guard let seat = play.toAct.first, play.position.legalMoves(for: seat, at: play.table) != nil else { return }
        let accepted = try notation(of: play.game.name).filter { try play.reason(against: $0, by: seat) == nil }
        #expect(try Set(play.legalMoves(for: seat)) == Set(accepted))
    }

    private func expectReplay(of play: Play) throws {
        var replayed = try Play(play.game.name, seats: play.table.seats.count)
        for (move, seat) in play.history { try replayed.move(move, by: seat) }
        #expect(replayed.position.snapshot == play.position.snapshot)
    }

    /// Every move that can be written down, legal or not.
    private func notation(of name: GameName) -> [String] {
        switch name {
        case "tic-tac-toe": ["a", "b", "c", "d"].flatMap { column in (1...4).map { "\(column)\($0)" } }
        case "four-in-a-row": (0...8).map(String.init)
        case "sea-battle":
            (0...11).flatMap { number in
                ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"].map { $0 + "\(number)" }
            }
                + ["place A1h5,A2h4,A3h3,A4h3,A5h2"]
        case "rock-paper-scissors": ["rock", "paper", "scissors", "lizard", "spock"]
        default: IceCreamPart.all.map(\.queryItem) + ["finish", "Base=base05"]
        }
    }
}
