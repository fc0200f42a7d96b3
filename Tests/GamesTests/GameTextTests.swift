import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Texts of the games")
struct GameTextTests {
    private let catalog = GameLibrary.standard.texts

    @Test("every text that a game can say has a pattern, and each argument its place")
    func everyTextIsWritten() throws {
        for text in try Self.everything() {
            let pattern = try #require(catalog.pattern(text.key, in: "en"), "\(text.key) is not written")
            #expect(pattern.places == Set(text.arguments.names), "\(text.key)")
            #expect(!text.english.contains("{") && !text.english.contains("["), "\(text.english)")
        }
    }

    @Test("every pattern is said by some game")
    func noTextIsLeftOver() throws {
        let said = Set(try (Self.everything() + Self.descriptions + Self.refusals).map(\.key))
        #expect(catalog.keys(in: "en").filter { !said.contains($0) } == [])
    }

    @Test(
        "each title, and each sentence about notation, an option or a rule that a move breaks, is there without places")
    func plainTexts() throws {
        for text in Self.descriptions + Self.refusals {
            let pattern = try #require(catalog.pattern(text.key, in: "en"), "\(text.key) is not written")
            #expect(pattern.places == [], "\(text.key)")
        }
    }

    @Test(
        "the example of a move is understood, and legal at some time of some game",
        arguments: GameLibrary.standard.names)
    func examples(name: GameName) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        let example = try #require(game.description.examples.first)
        let seats = max(2, game.seats.lowerBound)
        #expect(try Play(name, seats: seats).position.understood(example) == example)
        let isLegal = try (1...40 as ClosedRange<UInt64>).contains { seed in
            var generator = SeededRandom(seed: seed)
            var play = try Play(name, seats: seats, seed: seed)
            while let seat = play.toAct.randomElement(using: &generator), play.history.count < 40 {
                if try play.reason(against: example.description, by: seat) == nil { return true }
                try play.move(try play.someMove(for: seat, using: &generator), by: seat)
            }
            return false
        }
        #expect(isLegal)
    }

    @Test("options are those that the game reads", arguments: GameLibrary.standard.names)
    func options(name: GameName) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        for option in game.description.options {
            let wrong = GameJSON([option.name: ["no": "value"]])
            #expect(throws: OptionsRejection.self, "\(option.name)") { try game.understood(options: wrong) }
            guard let standard = option.standard else { continue }
            let chosen = GameJSON([option.name: standard.value])
            let (usual, same) = try (
                game.position(options: .emptyObject, seats: game.seats.lowerBound),
                game.position(options: chosen, seats: game.seats.lowerBound)
            )
            #expect(usual.equals(same), "\(option.name)")
        }
    }

    @Test("summaries are short and name no place of the board that is gone when they are read")
    func summaries() throws {
        for message in try Self.messages() {
            #expect((message.summary ?? message.caption).english.count <= 60, "\(message)")
            #expect(message.accessibilityLabel?.english.isEmpty == false)
        }
    }

    /// Every text, and every text within one, of the messages below.
    private static func everything() throws -> Set<GameText> { Set(try messages().flatMap(\.all).flatMap(\.parts)) }

    /// What games say of themselves.
    private static var descriptions: [GameText] {
        GameLibrary.standard.names.compactMap { GameLibrary.standard.newest($0)?.description }.flatMap { description in
            [description.title, description.notation] + description.options.map(description.text)
        }
    }

    /// What games say of a move that breaks a rule.
    private static var refusals: [GameText] {
        texts("tic-tac-toe", TicTacToeRefusal.self) + texts("four-in-a-row", FourInARowRefusal.self)
            + texts("ice-cream", IceCreamRefusal.self) + texts("reversi", ReversiRefusal.self)
            + texts("dots-and-boxes", DotsAndBoxesRefusal.self) + texts("chess", ChessRefusal.self)
            + texts("sea-battle", SeaBattleRefusal.self) + texts("rock-paper-scissors", RockPaperScissorsRefusal.self)
            + texts("crazy-eights", CrazyEightsRefusal.self) + texts("yacht", YachtRefusal.self)
            + texts("open", OpenRefusal.self)
    }

    private static func texts<Refusal: MoveRefusal>(_ game: GameName, _ type: Refusal.Type) -> [GameText] {
        type.allCases.map { GameText("\(game).refused.\($0.rawValue)") }
    }

    /// The messages of enough games for every text to be said.
    private static func messages() throws -> [MessageTexts] {
        let parts = IceCreamPart.all.map(\.queryItem)
        let iceCreams = (0..<12).map { "\(parts[$0 % 4]) \(parts[4 + $0 % 10]) \(parts[14 + $0]) finish" }
        let grids: [(GameName, [String])] = [
            ("tic-tac-toe", ["b2 a1 a2 c2 b1 b3 a3 c1 c3", "a1 a2 b1 b2 c1", "a1 a2 a3 c1 b3 c3"]),
            (
                "four-in-a-row",
                [
                    "1 1 2 2 3 3 4",
                    "7 5 7 3 4 1 1 3 2 7 7 3 5 7 5 6 4 7 2 6 2 4 1 6 3 2 3 1 3 4 6 5 2 2 5 4 6 5 4 6 1 1",
                ]
            ),
            (
                "reversi",
                [ReversiScripts.wipeout, ReversiScripts.lost, ReversiScripts.draw, ReversiScripts.passes]
            ),
        ]
        return try (grids + [("ice-cream", iceCreams)]).flatMap { name, scripts in
            try scripts.flatMap { try messages(of: name, script: $0) }
        } + messages(of: "ice-cream", seats: 1, script: "\(parts[0]) \(parts[4]) \(parts[14])")
            + DotsAndBoxesScripts.all.flatMap {
                try messages(of: "dots-and-boxes", seats: $0.seats, options: $0.options, script: $0.moves)
            }
            + messages(of: "dots-and-boxes", seats: 6, script: "h0,0")
            + ChessTextTests.everything.flatMap { try messages(of: "chess", options: $0.options, script: $0.script) }
            + messages(of: Play("open", seats: 2), moves: openGame) + messages(of: Play("sea-battle"), moves: seaBattle)
            + messages(of: Play("sea-battle"), moves: longSeaBattle)
            + rockPaperScissors.flatMap { seats, rounds, script in
                try messages(
                    of: Play("rock-paper-scissors", seats: seats, options: #"{"rounds":\#(rounds)}"#),
                    moves: script.words)
            } + messages(of: sittingOut, moves: ["rock", "paper"])
            + CrazyEightsTests.everyMessage() + YachtTests.everyMessage()
    }

    /// What is said of an app's moves, in its words and in others.
    private static let openGame = [
        #"{"state": 1, "texts": {"caption": "{mover} asks {seat 1}"}}"#, #"{"roll": [6, 6]}"#, #"{"state": 2}"#,
        #"{"outcome": {"winners": [0]}}"#,
    ]

    /// Seat 0 sinks all ships, seat 1 misses.
    private static let seaBattle =
        ["place A1h5,A2h4,A3h3,A4h3,A5h2", "place A1h5,A2h4,A3h3,A4h3,A5h2"]
        + zip(Fleet(ships: SeaBattleTests.fleet.ships.reversed()).ships.flatMap(\.cells), SeaCell.all.reversed())
        .flatMap { [$0.rawValue, $1.rawValue] }.dropLast()

    /// Both shoot at more than half of the sea, and miss.
    private static let longSeaBattle =
        Array(seaBattle.prefix(2)) + SeaCell.all.reversed().prefix(52).flatMap { [$0.rawValue, $0.rawValue] }

    private static let rockPaperScissors: [(seats: Int, rounds: Int, script: String)] = [
        (2, 1, "rock rock"), (2, 1, "rock paper"), (2, 1, "rock scissors"), (2, 1, "paper scissors"),
        (2, 2, "rock paper rock rock"), (2, 2, "rock rock"),
        (4, 3, "rock rock scissors scissors rock paper scissors scissors rock"),
        (5, 2, "rock rock rock rock scissors rock rock rock rock scissors"),
        (3, 2, "rock rock scissors paper paper paper"), (3, 2, "rock paper scissors rock rock rock"),
    ]

    /// A round that one of three sits out.
    private static var sittingOut: Play {
        get throws {
            var play = try Play("rock-paper-scissors", seats: 3)
            play.skip(2)
            return play
        }
    }

    private static func messages(
        of name: GameName, seats: Int = 2, options: String = "{}", script: String
    ) throws -> [MessageTexts] {
        try messages(of: Play(name, seats: seats, options: options), moves: script.words)
    }

    private static func messages(of play: Play, moves: [String]) throws -> [MessageTexts] {
        var play = play
        var messages = [play.labelled(try play.position.openingMessage())]
        for move in moves {
            let seat = try #require(play.toAct.first)
            messages.append(try play.message(for: move, by: seat))
            try play.move(move, by: seat)
        }
        return messages
    }
}
