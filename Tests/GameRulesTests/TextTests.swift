import Foundation
import Testing

@testable import GameRules

@Suite("Texts")
struct TextTests {
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
            #expect(message.summary.english.count <= 60, "\(message.summary.english)")
            #expect(!message.accessibilityLabel.english.isEmpty)
        }
    }

    @Test(
        "arguments are stored in their short form",
        arguments: [
            (.mover, #""mover""#), (.seat(1), #"{"seat":1}"#), (.number(7), "7"), (.words("Hi"), #"{"words":"Hi"}"#),
            (.text(Text("a.b")), #"{"key":"a.b"}"#),
            (.text(Text("a.b", ["n": .number(2)])), #"{"arguments":{"n":2},"key":"a.b"}"#),
            (
                .list([Text("a"), Text("b", ["n": .number(2)])], joinedBy: "c"),
                #"{"join":"c","texts":["a",{"arguments":{"n":2},"key":"b"}]}"#
            ),
        ] as [(TextArgument, String)])
    func coding(argument: TextArgument, json: String) throws {
        let written = try GameJSON(encoding: argument)
        #expect(written.description == json)
        #expect(try written.decode(TextArgument.self) == argument)
    }

    @Test("what is no argument is refused", arguments: [#""somebody""#, "null", "1.5", "{}", #"{"text":"a"}"#])
    func malformedArguments(json: String) {
        #expect(throws: DecodingError.self) { try GameJSON(Data(json.utf8)).decode(TextArgument.self) }
    }

    @Test("a catalog keeps its own pattern when another has the same key, and takes what it lacks")
    func merging() throws {
        let mine = try TextCatalog(files: ["en": Data(#"{"a": "mine"}"#.utf8)])
        let other = try TextCatalog(files: [
            "en": Data(#"{"a": "theirs", "b": {"other": "{mover} won", "you": "You won"}}"#.utf8),
            "de": Data(#"{"a": "ihrs"}"#.utf8),
        ])
        let both = mine.merging(other)
        #expect(both.languageTags == ["de", "en"])
        #expect(both.keys(in: "en") == ["a", "b"])
        #expect(both.pattern("a", in: "en")?.other == "mine")
        #expect(both.pattern("b", in: "en")?.you == "You won")
        #expect(both.pattern("b", in: "de") == nil)
    }

    @Test("a number chooses the variant that its language has for it, and the mover's own goes before the general one")
    func variants() throws {
        let catalog = try TextCatalog(files: [
            "pl": Data(#"{"a": {"count": "n", "one": "{n} ruch", "few": "{n} ruchy", "other": "{n} ruchów"}}"#.utf8),
            "en": Data(#"{"b": {"other": "{mover} won", "you": "You won"}}"#.utf8),
        ])
        let counted = try #require(catalog.pattern("a", in: "pl"))
        for (number, words) in [(1, "{n} ruch"), (3, "{n} ruchy"), (5, "{n} ruchów")] {
            let rules = PluralRules(of: "pl")
            #expect(counted.variant(isReadersOwn: true, arguments: ["n": .number(number)], rules: rules).text == words)
        }
        #expect(counted.variant(isReadersOwn: false, arguments: [:], rules: PluralRules(of: "pl")).text == "{n} ruchów")
        let told = try #require(catalog.pattern("b", in: "en"))
        #expect(told.variant(isReadersOwn: true, arguments: [:], rules: PluralRules(of: "en")).text == "You won")
        #expect(told.variant(isReadersOwn: false, arguments: [:], rules: PluralRules(of: "en")).text == "{mover} won")
    }

    @Test(
        "a language is found by its whole tag, else by the first part of it",
        arguments: [
            (["de-AT"], "de"), (["pl_PL"], "pl"), (["ar-EG"], "ar"), (["EN"], "en"), (["xx", "de"], "de"),
            (["xx"], nil),
            ([], nil), (["deu"], nil), (["", "-", "pl"], "pl"),
        ] as [([String], String?)])
    func language(preferences: [String], expected: String?) {
        #expect(catalog.language(for: preferences) == expected)
    }

    @Test("the whole tag goes first")
    func regionalLanguage() throws {
        let catalog = try TextCatalog(files: ["pt": Data("{}".utf8), "pt-BR": Data("{}".utf8)])
        #expect(catalog.language(for: ["pt_BR"]) == "pt-BR")
        #expect(catalog.language(for: ["pt-PT"]) == "pt")
    }

    @Test(
        "a file that is no catalog is refused, and so are variants that would never be shown",
        arguments: [
            "[]", #"{"a": 1}"#, #"{"a": {"you": "only"}}"#, #"{"a": {"other": "x", "ohter": "y"}}"#,
            #"{"a": {"other": "x", "one": "y"}}"#, #"{"a": {"other": "x", "count": "n"}}"#,
            #"{"a": {"other": "x", "count": "n", "one": "y", "you": "z"}}"#,
        ])
    func malformedFiles(json: String) {
        #expect(throws: DecodingError.self) { try TextCatalog(files: ["en": Data(json.utf8)]) }
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
    }

    private static func messages(of name: GameName, seats: Int = 2, script: String) throws -> [MessageTexts] {
        var play = try Play(name, seats: seats)
        var messages = [play.position.openingMessage()]
        for move in script.split(separator: " ").map(String.init) {
            let seat = try #require(play.toAct.first)
            messages.append(try play.message(for: move, by: seat))
            try play.move(move, by: seat)
        }
        return messages
    }
}
