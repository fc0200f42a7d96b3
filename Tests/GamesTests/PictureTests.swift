import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Pictures")
struct PictureTests {
    @Test("a picture is well-formed, square, and has no text in it", arguments: gamesAndSeats)
    func wellFormed(game: (name: GameName, seats: Int)) throws {
        var generator = SeededRandom(seed: 7)
        var play = try Play(game.name, seats: game.seats)
        try expectWellFormed(play.picture().svg)
        while let seat = play.toAct.randomElement(using: &generator) {
            try play.move(try play.someMove(for: seat, using: &generator), by: seat)
            // Of a long game some pictures, and the last.
            let moves = play.history.count
            if moves < 45 || moves.isMultiple(of: 20) || play.toAct.isEmpty {
                try expectWellFormed(play.picture().svg)
            }
        }
    }

    @Test("positions that look different have different pictures, the same position always the same one")
    func differences() throws {
        for (name, moves) in [
            ("tic-tac-toe", "b2 a1"), ("four-in-a-row", "4 4"), ("chess", "e2e4"),
            ("ice-cream", "Base=base01 Scoops=scoops02"),
            ("reversi", "d3"), ("dots-and-boxes", "h0,0"), ("rock-paper-scissors", "rock paper"),
            ("crazy-eights", "draw"), ("yacht", "roll"),
        ]
            as [(GameName, String)]
        {
            let play = try Play(name)
            let moved = try play.moves(moves)
            #expect(try play.picture() != moved.picture())
            #expect(try moved.picture() == play.moves(moves).picture())
        }
    }

    @Test("each part of an ice cream shows", arguments: IceCreamPart.all)
    func everyPartShows(part: IceCreamPart) throws {
        var board = IceCream.State(base: .base01, scoops: .scoops01)
        let plain = IceCream().picture(of: IceCream().board(of: board))
        switch part {
        case .base(.base01), .scoops(.scoops01): board = IceCream.State()
        case .base(let base): board.base = base
        case .scoops(let scoops): board.scoops = scoops
        case .topping(let topping): board.toppings = [.init(seat: 0, part: topping)]
        }
        #expect(IceCream().picture(of: IceCream().board(of: board)) != plain)
    }

    private func expectWellFormed(_ svg: String) throws {
        #expect(svg.hasPrefix("<svg xmlns="))
        #expect(svg.contains(#"viewBox="0 0 900 900""#))
        #expect(!svg.contains("<text"))
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        #expect(svg.utf8.count < 60_000)
        let opened = svg.matches(of: /<([a-zA-Z]+)/).count
        let closed = svg.matches(of: /<\/[a-zA-Z]+>/).count + svg.matches(of: /\/>/).count
        #expect(opened == closed)
    }
}
