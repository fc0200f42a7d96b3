import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Ice cream")
struct IceCreamTests {
    private let scooped = "Base=base01 Scoops=scoops05"

    @Test("what is not chosen yet is null on the board")
    func emptyBoard() throws {
        let play = try Play("ice-cream")
        #expect(play.board == #"{"base":null,"complete":false,"query":"","scoops":null,"toppings":[]}"#)
    }

    @Test("the query is the sample's, toppings in order of commit")
    func query() throws {
        var play = try Play("ice-cream", seats: 3).moves(scooped)
        try play.move("Topping=topping01", by: 2)
        try play.move("Topping=topping05", by: 0)
        #expect(
            play.board == #"{"base":"base01","complete":true,"#
                + #""query":"Base=base01&Scoops=scoops05&Topping=topping01&Topping=topping05","scoops":"scoops05","#
                + #""toppings":[{"part":"topping01","seat":2},{"part":"topping05","seat":0}]}"#)
    }

    @Test("base and scoops are anybody's, also those of whom has no seat yet")
    func anybody() throws {
        var play = try Play("ice-cream", seats: 3, taken: 1)
        #expect(play.toAct == [0, 1, 2])
        #expect(try play.legalMoves(for: 2) == ["Base=base01", "Base=base02", "Base=base03", "Base=base04"])
        try play.move("Base=base02", by: 2)
        #expect(try play.legalMoves(for: 1).count == 10)
        try play.move("Scoops=scoops10", by: 1)
        #expect(try play.legalMoves(for: 0).count == 12)
        #expect(play.toAct == [0, 1, 2])
    }

    @Test("two answers at once both count")
    func concurrency() throws {
        let asked = try Play("ice-cream", seats: 3).moves(scooped)
        let topping = try GameJSON(encoding: "Topping=topping01")
        #expect(asked.position.isConcurrent(topping, missing: 1))
        var oneWay = asked
        try oneWay.move("Topping=topping01", by: 1)
        try oneWay.move("Topping=topping02", by: 2)
        var other = asked
        try other.move("Topping=topping02", by: 2)
        try other.move("Topping=topping01", by: 1)
        #expect(try oneWay.legalMoves(for: 0) == other.legalMoves(for: 0))
        #expect(oneWay.outcome == nil && other.outcome == nil)
    }

    @Test(
        "only toppings are concurrent",
        arguments: ["Base=base01", "Scoops=scoops01", "finish", "Topping=topping13", "?"])
    func notConcurrent(move: String) throws {
        let play = try Play("ice-cream", seats: 3).moves(scooped)
        #expect(!play.position.isConcurrent(try .init(encoding: move), missing: 1))
    }

    @Test("it is over when every taken seat has added a topping; open ones are not waited for")
    func everybodyHasAdded() throws {
        var play = try Play("ice-cream", seats: 4, taken: 2).moves(scooped)
        try play.move("Topping=topping01", by: 0)
        #expect(play.outcome == nil)
        play.table[2] = .taken
        try play.move("Topping=topping01", by: 2)
        #expect(play.outcome == nil)
        try play.move("Topping=topping01", by: 1)
        #expect(play.outcome == .completed)
        #expect(play.toAct.isEmpty)
        #expect(try play.legalMoves(for: 3).isEmpty)
    }

    @Test("whoever has added a topping may finish for all")
    func finishing() throws {
        var play = try Play("ice-cream", seats: 3).moves(scooped)
        try play.move("Topping=topping01", by: 1)
        #expect(try play.legalMoves(for: 1) == ["finish"])
        #expect(try !play.legalMoves(for: 0).contains("finish"))
        try play.move("finish", by: 1)
        #expect(play.outcome == .completed)
        #expect(try play.reason(against: "Topping=topping02", by: 0) == "already_finished")
    }

    @Test("it goes on without those who left, and ends with the last one that it waited for")
    func departures() throws {
        var play = try Play("ice-cream", seats: 3).moves(scooped)
        play.table[0] = .gone
        #expect(play.toAct == [1, 2])
        #expect(play.outcome == nil)
        try play.move("Topping=topping03", by: 1)
        #expect(play.outcome == nil)
        play.table[2] = .gone
        #expect(play.outcome == .completed)
    }

    @Test("it is abandoned when all are gone before there is a topping")
    func abandoned() throws {
        var play = try Play("ice-cream").moves(scooped)
        play.table = GameTable(seats: [.gone, .gone])
        #expect(play.outcome == .abandoned)
        #expect(play.toAct.isEmpty)
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("", "Scoops=scoops01", "scoops_before_base"), ("", "Topping=topping01", "topping_before_scoops"),
            ("", "finish", "finish_before_topping"), ("", "Base=base05", "no_such_part"), ("", "Base=", "no_such_part"),
            ("", "Sauce=sauce01", "no_such_part"), ("", "base01", "unreadable"), ("", "Finish", "unreadable"),
            ("Base=base01", "Base=base01", "base_already_chosen"),
            ("Base=base01", "Topping=topping01", "topping_before_scoops"),
            ("Base=base01 Scoops=scoops05", "Scoops=scoops01", "scoops_already_chosen"),
            ("Base=base01 Scoops=scoops05", "Topping=topping13", "no_such_part"),
            ("Base=base01 Scoops=scoops05 Topping=topping01", "Topping=topping02", "topping_already_added"),
            ("Base=base01 Scoops=scoops05 Topping=topping01 finish", "finish", "already_finished"),
        ])
    func refusals(script: String, move: String, reason: String) throws {
        #expect(try Play("ice-cream", seats: 3).moves(script).reason(against: move, by: 0) == reason)
    }

    @Test("a message tells who likes what, and asks for more until the ice cream is ready")
    func messages() throws {
        var play = try Play("ice-cream").moves(scooped)
        let first = try play.message(for: "Topping=topping01", by: 1)
        #expect(first.caption.english == "<mover> likes Sprinkles!")
        #expect(first.caption.english(reader: .mover) == "You like Sprinkles!")
        #expect(first.summary == nil)
        #expect(first.subcaption?.english == "What else belongs on top?")
        #expect(
            first.accessibilityLabel?.english
                == "<mover> likes Sprinkles. On the counter: a Sugar Cone with Raspberry ice cream and Sprinkles.")
        try play.move("Topping=topping01", by: 1)
        let last = try play.message(for: "Topping=topping02", by: 0)
        #expect(last.subcaption?.english == "The ice cream is ready!")
        #expect(last.accessibilityLabel?.english.hasSuffix("and Sprinkles, Cherries.") == true)
        let finish = try play.message(for: "finish", by: 1)
        #expect(finish.caption.english(reader: .mover) == "You serve the ice cream")
        #expect(finish.subcaption?.english == "With 1 topping. Enjoy!")
    }
}
