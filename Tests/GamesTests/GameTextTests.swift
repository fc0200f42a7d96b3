import GameRules
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
        let said = Set(try Self.everything().map(\.key))
        #expect(catalog.keys(in: "en").filter { !said.contains($0) } == [])
    }

    @Test("summaries are short and name no place of the board that is gone when they are read")
    func summaries() throws {
        for message in try Self.messages() {
            #expect((message.summary ?? message.caption).english.count <= 60, "\(message)")
            #expect(message.accessibilityLabel?.english.isEmpty == false)
        }
    }

    /// Every text, and every text within one, of the messages below.
    private static func everything() throws -> Set<Text> { Set(try messages().flatMap(\.all).flatMap(\.parts)) }

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
        ]
        return try (grids + [("ice-cream", iceCreams)]).flatMap { name, scripts in
            try scripts.flatMap { try messages(of: name, script: $0) }
        } + messages(of: "ice-cream", seats: 1, script: "\(parts[0]) \(parts[4]) \(parts[14])")
            + CrazyEightsTests.everyMessage() + YachtTests.everyMessage()
    }

    private static func messages(of name: GameName, seats: Int = 2, script: String) throws -> [MessageTexts] {
        var play = try Play(name, seats: seats)
        var messages = [play.position.openingMessage().labelled(at: play.position)]
        for move in script.split(separator: " ").map(String.init) {
            let seat = try #require(play.toAct.first)
            messages.append(try play.message(for: move, by: seat))
            try play.move(move, by: seat)
        }
        return messages
    }
}
