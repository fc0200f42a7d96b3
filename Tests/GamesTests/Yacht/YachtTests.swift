import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Yacht")
struct YachtTests {
    @Test(
        "each category scores what the rules say",
        arguments: [
            ("ones", "1 1 1 4 5", 3), ("twos", "2 2 3 4 5", 4), ("threes", "3 3 3 3 3", 15), ("fours", "1 2 3 3 5", 0),
            ("fives", "5 1 5 2 5", 15), ("sixes", "2 3 4 5 6", 6), ("full-house", "3 5 3 5 3", 19),
            ("full-house", "2 2 4 4 4", 16), ("full-house", "2 2 4 4 5", 0), ("full-house", "4 4 4 4 4", 0),
            ("full-house", "1 4 4 4 4", 0), ("four-of-a-kind", "6 6 4 6 6", 24), ("four-of-a-kind", "3 3 3 3 3", 12),
            ("four-of-a-kind", "3 3 3 5 5", 0), ("little-straight", "3 5 4 1 2", 30),
            ("little-straight", "2 3 4 5 6", 0), ("little-straight", "1 2 3 4 4", 0), ("big-straight", "4 6 2 5 3", 30),
            ("big-straight", "1 2 3 4 5", 0), ("big-straight", "2 3 4 4 6", 0), ("choice", "3 3 5 6 6", 23),
            ("choice", "2 2 2 2 2", 10), ("yacht", "5 5 5 5 5", 50), ("yacht", "1 3 3 3 3", 0),
        ])
    func scoring(category: String, dice: String, points: Int) throws {
        let dice = dice.split(separator: " ").compactMap { Int($0) }
        #expect(try #require(YachtCategory(rawValue: category)).score(of: dice) == points)
    }

    @Test("of the 7776 rolls as many score in each category as can be counted by hand")
    func countingRolls() {
        let rolls = (0..<7776).map { roll in [1, 6, 36, 216, 1296].map { roll / $0 % 6 + 1 } }
        let scoring = YachtCategory.allCases.map { category in rolls.count { category.score(of: $0) > 0 } }
        // A face is missing in 5^5 rolls; 6·5 full houses of 10 orders each; 6·5·5 + 6 with four equal; 5! straights.
        #expect(scoring == Array(repeating: 7776 - 3125, count: 6) + [300, 156, 120, 120, 7776, 6])
        #expect(rolls.reduce(0) { $0 + YachtCategory.choice.score(of: $1) } == 7776 * 35 / 2)
        #expect(rolls.reduce(0) { $0 + YachtCategory.fullHouse.score(of: $1) } == 300 * 35 / 2)
    }

    @Test("a turn is up to three rolls and a score")
    func turn() throws {
        var play = try Play("yacht")
        #expect(play.board == #"{"dice":[],"rollsLeft":3,"scores":[{},{}]}"#)
        #expect(try play.legalMoves(for: 0) == ["roll"])
        play = try play.moves("roll")
        #expect(try play.board.hasPrefix(#"{"dice":[\#(list(play))],"rollsLeft":2,"#))
        try play.move("roll", by: 0)
        try play.move("roll", by: 0)
        #expect(play.toAct == [0])
        #expect(try play.legalMoves(for: 0) == YachtCategory.allCases.map { "score \($0.rawValue)" })
        let sum = try dice(play).reduce(0, +)
        try play.move("score choice", by: 0)
        #expect(play.board == #"{"dice":[],"rollsLeft":3,"scores":[{"choice":\#(sum)},{}]}"#)
        #expect(play.toAct == [1])
    }

    @Test("dice that are kept stay where they lie, and the others are rolled", arguments: 1...30 as ClosedRange<UInt64>)
    func keeping(seed: UInt64) throws {
        var play = try crafted(dice: [6, 1, 4, 1, 1], seed: seed)
        try play.move("keep 1 6 1", by: 0)
        let after = try dice(play)
        #expect(after[0] == 6 && after[1] == 1 && after[3] == 1)
        #expect(after.allSatisfy { (1...6).contains($0) })
        #expect(try state(play).kept == [0, 1, 3] && state(play).rollsLeft == 1)
    }

    @Test("what may be kept is listed once, however the dice lie")
    func choices() throws {
        #expect(try crafted(dice: [3, 1, 5, 2, 4]).legalMoves(for: 0).count == 1 + 30 + 12)
        #expect(
            try crafted(dice: [2, 5, 2, 2, 2]).legalMoves(for: 0).prefix(9)
                == [
                    "roll", "keep 5", "keep 2", "keep 2 5", "keep 2 2", "keep 2 2 5", "keep 2 2 2", "keep 2 2 2 5",
                    "keep 2 2 2 2",
                ])
        #expect(try crafted(dice: [4, 4, 4, 4, 4]).legalMoves(for: 0).filter { $0.hasPrefix("keep") }.count == 4)
    }

    @Test("a choice of dice has one name, and to keep none is to roll")
    func notation() throws {
        let position = try crafted(dice: [3, 1, 5, 2, 4]).position
        #expect(position.understood("keep 5 1 3") == "keep 1 3 5")
        #expect(position.understood("keep") == "roll")
        #expect(position.reveals("keep 5", by: 0, at: GameTable(openSeats: 2)))
        #expect(!position.reveals("score ones", by: 0, at: GameTable(openSeats: 2)))
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("", "keep 1", "roll_first"), ("", "score ones", "roll_first"),
            ("6 1 4 1 1", "keep 1 1 1 1", "no_such_dice"), ("6 1 4 1 1", "keep 2", "no_such_dice"),
            ("6 1 4 1 1", "keep 1 1 1 4 6", "nothing_to_roll"), ("6 1 4 1 1", "score twos", "category_filled"),
            ("6 1 4 1 1", "keep 7", "unreadable"), ("6 1 4 1 1", "keep 0", "unreadable"),
            ("6 1 4 1 1", "keep 01", "unreadable"), ("6 1 4 1 1", "keep  1", "unreadable"),
            ("6 1 4 1 1", "keep 1 1 1 1 1 1", "unreadable"), ("6 1 4 1 1", "score", "unreadable"),
            ("6 1 4 1 1", "score chance", "unreadable"), ("6 1 4 1 1", "roll 5", "unreadable"),
            ("6 1 4 1 1", "Roll", "unreadable"), ("6 1 4 1 1", "", "unreadable"),
        ])
    func refusals(dice: String, move: String, reason: String) throws {
        let play = try crafted(dice: dice.split(separator: " ").compactMap { Int($0) }, filled: ["twos": 8])
        #expect(try play.reason(against: move, by: 0) == reason)
        let last = try crafted(dice: [6, 1, 4, 1, 1], rollsLeft: 0)
        #expect(try last.reason(against: "roll", by: 0) == "no_rolls_left")
        #expect(try last.reason(against: "keep 6", by: 0) == "no_rolls_left")
    }

    @Test("a roll tried again shows the same dice, so no draft and no repeat can roll anew")
    func noReroll() throws {
        let play = try Play("yacht", seats: 3, seed: 9).moves("roll")
        let kept = "keep \(try dice(play)[2])"
        #expect(try play.moving(kept).position.equals(play.moving(kept).position))
        #expect(try play.moving(kept).board == play.moving(kept).board)
        let other = try Play("yacht", seats: 3, seed: 10).moves("roll")
        #expect(try dice(other) != dice(play))
    }

    @Test("the game ends when all have filled their sheets, and the most points win")
    func ending() throws {
        var play = try lastTurn(points: [200, 180, 120], dice: [1, 1, 1, 1, 1])
        try play.move("score yacht", by: 2)
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [200, 180, 170]))
        #expect(play.toAct.isEmpty)
        play.leave(0)
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [200, 180, 170]))
        let shared = try lastTurn(points: [200, 180, 150], dice: [1, 1, 1, 1, 1]).moving("score yacht")
        #expect(shared.outcome == Outcome(kind: .won, winners: [0, 2], scores: [200, 180, 200]))
        let drawn = try lastTurn(points: [100, 50], dice: [1, 1, 1, 1, 1]).moving("score yacht")
        #expect(drawn.outcome == Outcome(kind: .drawn, scores: [100, 100]))
        let alone = try lastTurn(points: [30], dice: [1, 1, 1, 1, 2]).moving("score yacht")
        #expect(alone.outcome == Outcome(kind: .completed, scores: [30]))
    }

    @Test("a skipped seat has the first open category filled with 0, and leaves no dice")
    func skipping() throws {
        var play = try crafted(dice: [6, 1, 4, 1, 1], filled: ["ones": 3])
        play.position.skip(1, at: play.table)
        #expect(play.toAct == [0])
        play.position.skip(0, at: play.table)
        #expect(play.board == #"{"dice":[],"rollsLeft":3,"scores":[{"ones":3,"twos":0},{}]}"#)
        #expect(play.toAct == [1])
    }

    @Test("a game in which everybody is always skipped ends, too")
    func skippedToTheEnd() throws {
        var play = try Play("yacht", seats: 3)
        for _ in 0..<36 { play.position.skip(try #require(play.toAct.first), at: play.table) }
        #expect(play.outcome == Outcome(kind: .drawn, scores: [0, 0, 0]))
    }

    @Test("who goes in the middle of a turn leaves no dice, and the others play to the end")
    func departures() throws {
        var play = try Play("yacht", seats: 3).moves("roll")
        play.leave(0)
        #expect(play.board == #"{"dice":[],"rollsLeft":3,"scores":[{},{},{}]}"#)
        #expect(play.toAct == [1])
        play = try lastTurn(points: [90, 180, 120], dice: [1, 1, 1, 1, 1])
        play.leave(2)
        #expect(play.outcome == Outcome(kind: .won, winners: [1], scores: [90, 180, 120]))
        play = try lastTurn(points: [180, 90], dice: [])
        play.leave(1)
        #expect(play.outcome == .won(by: 0))
    }

    @Test("a message tells the dice, the score, and what VoiceOver reads")
    func messages() throws {
        let play = try crafted(dice: [6, 1, 4, 1, 1], filled: ["sixes": 12])
        let score = try play.message(for: "score ones", by: 0)
        #expect(score.caption.english == "<mover> scored 3 in ones")
        #expect(score.subcaption?.english == "<seat 1> to play")
        #expect(score.trailingCaption?.english == "15 points" && score.trailingSubcaption?.english == "Round 2 of 12")
        #expect(
            score.accessibilityLabel?.english
                == "<mover> scored 3 in ones. Points: <seat 0>: 15 points; <seat 1>: 0 points. Still open, <seat 1>: "
                + "ones, twos, threes, fours, fives, sixes, full house, four of a kind, little straight, big straight, "
                + "choice, yacht.")
        #expect(score.imageTitle?.english == "15–0" && score.imageSubtitle?.english == "Points so far")
        var kept = play
        try kept.move("keep 1 1 1", by: 0)
        let lying = try dice(kept)
        let message = try play.message(for: "keep 1 1 1", by: 0)
        #expect(message.caption.english == "<mover> kept 1, 1, 1 and rolled \(lying[0]), \(lying[2])")
        #expect(message.subcaption?.english == "1 roll left" && message.summary?.english == "<mover> rolled the dice")
        let nudge = play.label(after: GameText("yacht.opening.next"))
        #expect(nudge.english.contains("Dice: 6, 1, 4, 1, 1."))
        let win = try lastTurn(points: [200, 180], dice: [1, 1, 1, 2, 2]).message(for: "score yacht", by: 1)
        #expect(win.caption.english == "<mover> scored 0 in yacht")
        #expect(win.summary?.english == "<seat 0> won at Yacht with 200 points")
        #expect(win.imageTitle?.english == "200–180" && win.imageSubtitle?.english == "Final points")
        #expect(
            win.accessibilityLabel?.english
                == "<mover> scored 0 in yacht. Points: <seat 0>: 200 points; <seat 1>: 180 points.")
        let alone = try lastTurn(points: [30], dice: [1, 1, 1, 2, 2]).message(for: "score yacht", by: 0)
        #expect(alone.imageTitle == nil && alone.imageSubtitle == nil)
    }
}

extension YachtTests {
    /// Messages in which the game says everything that it can say.
    static func everyMessage() throws -> [MessageTexts] {
        let dice = [1, 1, 1, 1, 1]
        let ends = try [[200, 180, 150], [100, 50], [30]].map { points in
            try YachtTests().lastTurn(points: points, dice: dice).message(
                for: "score yacht", by: SeatIndex(points.count - 1))
        }
        let resent = try YachtTests().crafted(dice: dice)
        var alone = resent
        alone.leave(1)
        let texts = MessageTexts(caption: GameText("yacht.opening.next"))
        return try Play("yacht", seats: 2).messages(seed: 3) + Play("yacht", seats: 2).messages(seed: 4) + ends
            + [resent.labelled(texts), alone.labelled(texts)]
    }

    /// A game of two in which seat 0 has rolled once; with the points of some of its categories.
    fileprivate func crafted(
        dice: [Int], filled: [String: Int] = [:], rollsLeft: Int = 2, seed: UInt64 = 1
    ) throws -> Play {
        var play = try Play("yacht", seed: seed)
        var state = YachtState(seats: 2)
        (state.dice, state.rollsLeft) = (dice, rollsLeft)
        state.sheets[0] = YachtCategory.allCases.map { filled[$0.rawValue] }
        play.position = try play.game.position(snapshot: GameJSON(encoding: state))
        return play
    }

    /// A game in which only the last seat's yacht is open; the others' points are all in one category.
    fileprivate func lastTurn(points: [Int], dice: [Int]) throws -> Play {
        var play = try Play("yacht", seats: points.count)
        var state = YachtState(seats: points.count)
        state.sheets = points.map { [$0] + Array(repeating: 0, count: 11) }
        state.sheets[points.count - 1][11] = nil
        (state.dice, state.rollsLeft, state.next) = (dice, 0, SeatIndex(points.count - 1))
        play.position = try play.game.position(snapshot: GameJSON(encoding: state))
        return play
    }

    private func state(_ play: Play) throws -> YachtState { try play.position.snapshot.decode() }

    private func dice(_ play: Play) throws -> [Int] { try state(play).dice }

    private func list(_ play: Play) throws -> String { try dice(play).map(String.init).joined(separator: ",") }
}
