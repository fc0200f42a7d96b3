import RoundtableTestTools
import Testing

@testable import GameRules

@Suite("The library of games")
struct GameLibraryTests {
    private let library = GameLibrary([CoinToss(version: 2)]).adding([CoinToss(version: 1), Countdown()])

    @Test("games stand side by side under their names")
    func names() {
        #expect(library.names == ["coin-toss", "countdown"])
        #expect(library.newest("go") == nil)
    }

    @Test("new sessions get the newest rules, old ones keep theirs")
    func versions() {
        #expect(library.newest("coin-toss")?.version == 2)
        #expect(library.game("coin-toss", version: 1)?.version == 1)
        #expect(library.game("coin-toss", version: 3) == nil)
    }

    @Test("options that the game does not take are refused, those it does not know ignored")
    func options() throws {
        let game = try #require(library.newest("coin-toss"))
        #expect(throws: OptionsRejection("A coin has a name or none.")) {
            try game.position(options: .init(encoding: ["name": ""]), seats: 2)
        }
        #expect(throws: OptionsRejection.self) { try game.position(options: .init(encoding: ["name": 5]), seats: 2) }
        #expect(throws: OptionsRejection.self) { try game.position(options: .init(encoding: [1]), seats: 2) }
        #expect(
            try game.position(options: .init(encoding: ["seats": 2]), seats: 2).snapshot.description.contains("calls"))
    }

    @Test("a game with secrets deals when it starts, hides, reveals and ends through the erased position")
    func erasure() throws {
        let game = try #require(library.newest("coin-toss"))
        var position = try game.position(options: .init(encoding: [String: Int]()), seats: 2)
        let table = GameTable(seats: [.taken, .taken])
        #expect(!game.allowsOpeningMove)
        #expect(position.toAct(at: table).isEmpty)
        position.start(at: table, random: GameRandom(SeededRandom(seed: 4)))
        var again = try game.position(options: .init(encoding: [String: Int]()), seats: 2)
        again.start(at: table, random: GameRandom(SeededRandom(seed: 4)))
        #expect(position.equals(again))

        let heads = try GameJSON(encoding: "heads")
        let tails = try GameJSON(encoding: "tails")
        #expect(position.isConcurrent(heads, missing: 0))
        #expect(!position.reveals(heads, by: 0, at: table))
        try position.apply(heads, by: 0, at: table, random: GameRandom(SeededRandom(seed: 5)))
        #expect(position.reveals(tails, by: 1, at: table))
        #expect(try position.board(for: .bystander).description == #"{"yours":[]}"#)
        #expect(try position.board(for: .seat(0)).description == #"{"yours":["heads"]}"#)
        #expect(try position.shown(heads, by: 0, ordinal: 0, to: .seat(1)) == nil)
        #expect(try position.shown(heads, by: 0, ordinal: 0, to: .seat(0)) == heads)
        #expect(try position.legalMoves(for: 1, at: table) == nil)
        try position.apply(tails, by: 1, at: table, random: GameRandom(SeededRandom(seed: 6)))
        #expect(position.outcome(at: table)?.winners.count == 1)
    }

    @Test(
        "a contest ends when one is left, and is abandoned when nobody sits there",
        arguments: [
            ([.taken, .taken], nil), ([.taken, .open], nil), ([.taken, .gone], .won(by: 0)),
            ([.gone, .open], .abandoned),
            ([.gone, .gone], .abandoned), ([.gone, .taken, .taken], nil), ([.gone, .taken, .closed], .won(by: 1)),
            ([.gone, .taken, .open], nil), ([.taken, .closed], nil),
        ] as [([GameTable.Seat], Outcome?)])
    func contests(seats: [GameTable.Seat], outcome: Outcome?) {
        #expect(GameTable(seats: seats).contestOutcome == outcome)
    }

    @Test("an outcome is coded as the API writes it")
    func outcomes() throws {
        let won = try GameJSON(encoding: Outcome.won(by: 1))
        #expect(try won.decode(as: Outcome.self) == .won(by: 1))
        #expect(won.description == #"{"kind":"won","winners":[1]}"#)
    }
}
