import GameRules
import TestSupport
import Testing

@testable import Games

/// What everybody sees of a game that is over because all others went: nothing that belongs to one that goes on.
@Suite("Departures")
struct DepartureTests {
    /// A game played for a while, before and after everybody but one seat went.
    private func left(
        by winner: SeatIndex, _ name: GameName, seats: Int = 2, options: String = "{}", moves: Int
    ) throws -> (before: Play, after: Play) {
        var generator = SeededRandom(seed: 3)
        var play = try Play(name, seats: seats, options: options)
        for _ in 0..<moves {
            let seat = try #require(play.toAct.first)
            try play.move(try play.someMove(for: seat, using: &generator), by: seat)
        }
        var after = play
        for seat in play.table.all where seat != winner { after.leave(seat) }
        #expect(play.outcome == nil && after.outcome == .won(by: winner))
        return (play, after)
    }

    @Test("at chess nobody is to move any more, and the king who was given up lies on its side", arguments: [0, 1])
    func chess(winner: Int) throws {
        let (before, after) = try left(by: SeatIndex(winner), "chess", moves: 11)
        #expect(before.label().english.hasSuffix("Black to move."))
        #expect(!after.label().english.contains("to move") && after.label().english.contains(". Black: king"))
        let (running, over) = try (before.picture().svg, after.picture().svg)
        #expect(!running.contains("rotate"))
        #expect(over.contains(##"href="#\##(winner == 0 ? "black" : "white")-king" transform="translate("##))
        #expect(over.contains("rotate(-74)"))
    }

    @Test("at crazy eights no arrow points at anybody, and who is left has the star")
    func crazyEights() throws {
        let (before, after) = try left(by: 2, "crazy-eights", seats: 4, moves: 5)
        let (running, over) = try (before.picture().svg, after.picture().svg)
        let (arrow, star) = ("M0 42L", "<polygon")
        #expect(running.contains(arrow) && !running.contains(star))
        #expect(!over.contains(arrow) && over.contains(star))
    }

    @Test("at yacht no arrow points at anybody, no roll is left, and VoiceOver reads no open categories")
    func yacht() throws {
        let (before, after) = try left(by: 1, "yacht", seats: 3, moves: 30)
        let (running, over) = try (before.picture().svg, after.picture().svg)
        #expect(running.contains("M0 24L-24 -16") && !running.contains("<polygon"))
        #expect(!over.contains("M0 24L-24 -16") && over.contains("<polygon"))
        #expect(before.label().english.contains("Still open, ") && !after.label().english.contains("Still open, "))
    }

    @Test("at rock, paper, scissors nobody is waited for, and who is left wears the crown")
    func rockPaperScissors() throws {
        let (before, after) = try left(
            by: 0, "rock-paper-scissors", seats: 3, options: #"{"rounds": 3}"#, moves: 4)
        #expect(before.label().english.hasSuffix("1 player has chosen."))
        #expect(!after.label().english.contains("chosen"))
        let waiting = RockPaperScissorsCard(center: SVG.Point(0, 0), width: 100).outline.count
        #expect(waiting > RockPaperScissorsCard(center: SVG.Point(0, 0), width: 100).place.count)
        let (running, over) = try (before.picture().svg, after.picture().svg)
        #expect(running.contains("#9CCBC7\"/>") && !over.contains("fill=\"#9CCBC7\""))
        #expect(over.contains("#8A5A00") && !running.contains("#8A5A00"))
    }

    @Test("at reversi the winner's discs wear rings, at dots and boxes no line is left to be drawn")
    func boards() throws {
        let reversi = try left(by: 0, "reversi", moves: 9)
        #expect(try reversi.before.picture() != reversi.after.picture())
        let dots = try left(by: 0, "dots-and-boxes", moves: 9)
        #expect(try dots.before.picture().svg.contains("stroke-dasharray"))
        #expect(try !dots.after.picture().svg.contains("stroke-dasharray"))
    }

    @Test(
        "a picture that shows whose turn it is, is another one once nobody has a turn", arguments: gamesAndSeats)
    func everyGame(game: (name: GameName, seats: Int)) throws {
        guard game.seats > 1, !["ice-cream", "open"].contains(game.name) else { return }
        let (before, _) = try left(by: 0, game.name, seats: game.seats, moves: 1)
        let turns = try Set(
            before.table.all.map { seat in
                var play = before
                play.skip(seat)
                return try play.picture()
            })
        let isTurnShown = turns.count > 1
        let over = try before.position.picture(for: .bystander, outcome: .abandoned)
        #expect(!isTurnShown || !turns.contains(over))
    }
}
