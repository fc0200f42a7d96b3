import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Rock, paper, scissors")
struct RockPaperScissorsTests {
    private func play(_ seats: Int = 2, rounds: Int = 1, taken: Int? = nil) throws -> Play {
        try Play("rock-paper-scissors", seats: seats, taken: taken, options: #"{"rounds":\#(rounds)}"#)
    }

    @Test(
        "two choose once: the better choice wins, equal ones are a draw",
        arguments: [
            ("rock scissors", 0), ("scissors paper", 0), ("paper rock", 0), ("scissors rock", 1), ("paper scissors", 1),
            ("rock paper", 1), ("rock rock", nil), ("paper paper", nil), ("scissors scissors", nil),
        ] as [(String, Int?)])
    func singleRound(script: String, winner: Int?) throws {
        let play = try play().moves(script)
        let scores = [0, 1].map { $0 == winner ? 1 : 0 }
        #expect(
            play.outcome
                == Outcome(
                    kind: winner == nil ? .drawn : .won, winners: winner.map { [SeatIndex($0)] } ?? [], scores: scores))
        #expect(play.toAct.isEmpty)
    }

    @Test("choices are seen by their own seat only, until the last of the round")
    func boards() throws {
        var play = try play(3, rounds: 2)
        try play.move("paper", by: 2)
        try play.move("rock", by: 0)
        #expect(
            play.board
                == #"{"choice":null,"chosen":[0,2],"points":[0,0,0],"round":1,"rounds":[],"totalRounds":2}"#)
        #expect(
            play.board(for: .seat(2))
                == #"{"choice":"paper","chosen":[0,2],"points":[0,0,0],"round":1,"rounds":[],"totalRounds":2}"#)
        #expect(play.toAct == [1])
        #expect(try play.legalMoves(for: 1) == ["rock", "paper", "scissors"])
        #expect(try play.legalMoves(for: 0).isEmpty)
        try play.move("rock", by: 1)
        #expect(
            play.board(for: .seat(2)) == #"{"choice":null,"chosen":[],"points":[0,0,2],"round":2,"#
                + #""rounds":[["rock","rock","paper"]],"totalRounds":2}"#)
        #expect(play.toAct == [0, 1, 2])
    }

    @Test("only the choice that completes the round reveals; open seats are waited for")
    func revealing() throws {
        var play = try play(3, taken: 2)
        #expect(!play.position.reveals("rock", by: 0, at: play.table))
        try play.move("rock", by: 0)
        #expect(!play.position.reveals("rock", by: 1, at: play.table))
        try play.move("rock", by: 1)
        #expect(play.toAct == [2])
        #expect(play.position.reveals("rock", by: 2, at: play.table))
        #expect(play.position.isConcurrent("rock", missing: 1))
        play.table[2] = .taken
        try play.move("paper", by: 2)
        #expect(play.outcome == Outcome(kind: .won, winners: [2], scores: [0, 0, 2]))
    }

    @Test("each choice scores a point for each other seat that it beats, in every round")
    func scoring() throws {
        let play = try play(5, rounds: 2).moves("rock rock paper scissors scissors scissors rock paper paper rock")
        // Round 1: rock beats 2 scissors, paper 2 rocks, scissors 1 paper. Round 2: scissors 2, rock 1, paper 2.
        #expect(play.outcome == Outcome(kind: .won, winners: [0, 2], scores: [4, 3, 4, 3, 2]))
        #expect(play.board.contains(#""round":2,"#))
    }

    @Test("sixteen play")
    func sixteen() throws {
        let play = try play(16).moves(Array(repeating: "rock", count: 15) + ["paper"])
        #expect(play.outcome?.winners == [15])
        #expect(play.outcome?.scores?.last == 15)
    }

    @Test("a seat that is skipped sits the round out, one that everybody is skipped in counts too")
    func skipping() throws {
        var play = try play(3, rounds: 3)
        try play.move("rock", by: 0)
        play.skip(1)
        play.skip(1)
        play.skip(0)
        #expect(play.toAct == [2])
        #expect(play.board.contains(#""chosen":[0]"#))
        play.skip(2)
        #expect(play.board.contains(#""rounds":[["rock",null,null]]"#))
        for seat in play.toAct { play.skip(seat) }
        #expect(play.board.contains(#"[null,null,null]]"#))
        play = try play.moves("rock scissors rock")
        #expect(play.outcome == Outcome(kind: .won, winners: [0, 2], scores: [1, 0, 1]))
    }

    @Test("the round is over when the one who is missing goes; who has gone takes back a choice and can't win")
    func departures() throws {
        var play = try play(4, rounds: 2)
        for (seat, choice) in ["rock", "scissors", "paper"].enumerated() { try play.move(choice, by: SeatIndex(seat)) }
        play.leave(2)
        #expect(play.toAct == [3])
        #expect(play.board.contains(#""chosen":[0,1]"#))
        play.leave(3)
        #expect(play.board.contains(#""points":[1,0,0,0],"round":2,"rounds":[["rock","scissors",null,null]]"#))
        #expect(try play.shown(2, to: .bystander) == nil)
        #expect(try play.shown(2, to: .seat(2)) == "paper")
        #expect(try play.shown(0, to: .bystander) == "rock")
        try play.move("rock", by: 0)
        play.leave(0)
        #expect(play.outcome == .won(by: 1))
        #expect(play.toAct.isEmpty)
    }

    @Test("whoever leads and goes does not win")
    func leaderGoes() throws {
        var play = try play(3, rounds: 2).moves("rock scissors scissors")
        play.leave(0)
        play = try play.moves("rock scissors")
        #expect(play.outcome == Outcome(kind: .won, winners: [1], scores: [2, 1, 0]))
    }

    @Test("who has won stays the winner, whoever goes then")
    func lateDeparture() throws {
        var play = try play().moves("rock scissors")
        play.leave(0)
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [1, 0]))
    }

    @Test("a past choice is shown when its round is over, also while an equal one is secret")
    func shown() throws {
        var play = try play(2, rounds: 3).moves("rock paper")
        try play.move("rock", by: 0)
        #expect(try play.shown(0, to: .seat(1)) == "rock")
        #expect(try play.shown(1, to: .bystander) == "paper")
        #expect(try play.shown(2, to: .seat(1)) == nil)
        #expect(try play.shown(2, to: .bystander) == nil)
        #expect(try play.shown(2, to: .seat(0)) == "rock")
        play.skip(1)
        #expect(try play.shown(2, to: .seat(1)) == "rock")
        try play.move("scissors", by: 1)
        #expect(try play.shown(3, to: .seat(0)) == nil)
        try play.move("scissors", by: 0)
        #expect(
            try (0..<5).map { try play.shown($0, to: .bystander) } == ["rock", "paper", "rock", "scissors", "scissors"])
    }

    @Test(
        "there are 1 to 25 rounds", arguments: [("0", false), ("1", true), ("25", true), ("26", false), ("1.5", false)])
    func rounds(number: String, isAllowed: Bool) throws {
        let game = try #require(GameLibrary.standard.newest("rock-paper-scissors"))
        let position = try? game.position(options: .init(.init(#"{"rounds":\#(number)}"#.utf8)), seats: 2)
        #expect((position != nil) == isAllowed)
    }

    @Test("moves that do not count say why")
    func refusals() throws {
        let play = try play(3).moves("rock")
        #expect(try play.reason(against: "paper", by: 0) == "already_chosen")
        #expect(try play.reason(against: "lizard", by: 1) == "unreadable")
        #expect(try play.reason(against: "Rock", by: 1) == "unreadable")
        #expect(try play.moves("rock rock").reason(against: "rock", by: 0) == "already_finished")
    }

    @Test("a message of a hidden choice tells who has chosen, that of the last one all")
    func messages() throws {
        let play = try play(2, rounds: 3)
        let hidden = try play.message(for: "rock", by: 1)
        #expect(hidden.caption.english == "<mover> has chosen")
        #expect(hidden.subcaption?.english == "1 player still to choose")
        #expect(hidden.trailingCaption?.english == "Round 1 of 3")
        #expect(hidden.accessibilityLabel?.english == "<mover> has chosen. 1 player has chosen.")
        let last = try play.moves("rock").message(for: "paper", by: 1)
        #expect(last.caption.english == "<mover> chose paper")
        #expect(last.subcaption?.english == "Paper covers rock. Best of the round: <mover>")
        #expect(last.trailingSubcaption?.english == "0 : 1" && last.imageTitle == nil)
        #expect(
            last.accessibilityLabel?.english
                == "<mover> chose paper. Choices of round 1, and points: <seat 0>: rock, 0; <seat 1>: paper, 1.")
        let next = try play.moves("rock paper").message(for: "rock", by: 0)
        #expect(
            next.accessibilityLabel?.english == "<mover> has chosen. Choices of round 1, and points: "
                + "<seat 0>: rock, 0; <seat 1>: paper, 1. 1 player has chosen.")
        let end = try play.moves("rock paper rock rock rock").message(for: "rock", by: 1)
        #expect(end.caption.english == "<mover> chose rock and won")
        #expect(end.summary?.english == "<mover> won at rock, paper, scissors")
        let lost = try play.moves("paper rock rock rock rock").message(for: "rock", by: 1)
        #expect(lost.subcaption?.english == "Winner: <seat 0>")
        #expect(lost.trailingCaption?.english == "After 3 rounds")
    }

    @Test("between the rounds of more than two, the picture says who is in the lead")
    func lead() throws {
        let play = try play(4, rounds: 3).moves("rock rock scissors")
        let message = try play.message(for: "paper", by: 3)
        #expect(message.imageTitle?.english == "<mover>")
        #expect(message.imageSubtitle?.english == "In the lead with 2 points")
        let tie = try play.message(for: "rock", by: 3)
        #expect(tie.imageTitle?.english == "<seat 0>, <seat 1>, <mover>")
        #expect(tie.imageSubtitle?.english == "In the lead with 1 point")
    }

    @Test("it goes on or ends in order when seats go and are skipped at any time", arguments: 1...40)
    func interruptions(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        var play = try play([2, 3, 7, 16][seed % 4], rounds: 4)
        while let seat = play.toAct.randomElement(using: &generator) {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: play.leave(try #require(play.table.taken.randomElement(using: &generator)))
            case 1...2: play.skip(seat)
            default: try play.move(play.someMove(for: seat, using: &generator), by: seat)
            }
            #expect(play.toAct.isEmpty == (play.outcome != nil))
            let restored = try play.game.position(snapshot: play.position.snapshot)
            #expect(try restored.snapshot == play.position.snapshot && restored.equals(play.position))
        }
        #expect(play.outcome != nil)
    }
}
