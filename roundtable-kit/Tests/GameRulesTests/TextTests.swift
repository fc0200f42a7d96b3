import Foundation
import Testing

@_spi(Roundtable) @testable import GameRules
import RoundtableJSON

@Suite("Texts")
struct TextTests {
    @Test(
        "arguments are stored in their short form",
        arguments: [
            (.mover, #""mover""#), (.seat(1), #"{"seat":1}"#), (.number(7), "7"), (.words("Hi"), #"{"words":"Hi"}"#),
            (.text(GameText("a.b")), #"{"key":"a.b"}"#),
            (.text(GameText("a.b", ["n": .number(2)])), #"{"arguments":{"n":2},"key":"a.b"}"#),
            (
                .list([GameText("a"), GameText("b", ["n": .number(2)])], joinedBy: "c"),
                #"{"join":"c","texts":["a",{"arguments":{"n":2},"key":"b"}]}"#
            ),
        ] as [(TextArgument, String)])
    func coding(argument: TextArgument, json: String) throws {
        #expect(String(decoding: argument.json, as: UTF8.self) == json)
        #expect(try TextArgument(json: argument.json) == argument)
    }

    @Test("what is no argument is refused", arguments: [#""somebody""#, "null", "1.5", "{}", #"{"text":"a"}"#])
    func malformedArguments(json: String) {
        #expect(throws: JSONError.self) { try TextArgument(json: Array(json.utf8)) }
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
        let won = try #require(catalog.pattern("b", in: "en"))
        #expect(won.variant(isReadersOwn: true, arguments: [:], rules: PluralRules(of: "en")).text == "You won")
        #expect(won.variant(isReadersOwn: false, arguments: [:], rules: PluralRules(of: "en")).text == "{mover} won")
    }

    @Test(
        "a language is found by its whole tag, else by the first part of it",
        arguments: [
            (["de-AT"], "de"), (["pl_PL"], "pl"), (["ar-EG"], "ar"), (["EN"], "en"), (["xx", "de"], "de"),
            (["xx"], nil),
            ([], nil), (["deu"], nil), (["", "-", "pl"], "pl"), (["DE_at"], "de"), (["dé"], nil),
        ] as [([String], String?)])
    func language(preferences: [String], expected: String?) throws {
        let empty = Data("{}".utf8)
        let catalog = try TextCatalog(files: ["ar": empty, "de": empty, "en": empty, "pl": empty])
        #expect(catalog.language(for: preferences) == expected)
    }

    @Test("the whole tag goes first")
    func regionalLanguage() throws {
        let catalog = try TextCatalog(files: ["pt": Data("{}".utf8), "pt-BR": Data("{}".utf8)])
        #expect(catalog.language(for: ["pt_BR"]) == "pt-BR")
        #expect(catalog.language(for: ["pt-PT"]) == "pt")
    }

    @Test("a file's tag may be written in any way")
    func writtenTags() throws {
        let catalog = try TextCatalog(files: ["pl_PL": Data("{}".utf8), "AR": Data("{}".utf8)])
        #expect(catalog.language(for: ["pl-PL"]) == "pl_PL")
        #expect(catalog.language(for: ["ar-EG"]) == "AR")
        for tag in catalog.languageTags { #expect(PluralRules(of: tag).categories.contains(.few)) }
    }

    @Test(
        "a file that is no catalog is refused, and so are variants that would never be shown",
        arguments: [
            "[]", #"{"a": 1}"#, #"{"a": {"you": "only"}}"#, #"{"a": {"other": "x", "ohter": "y"}}"#,
            #"{"a": {"other": "x", "one": "y"}}"#, #"{"a": {"other": "x", "count": "n"}}"#,
            #"{"a": {"other": "x", "count": "n", "one": "y", "you": "z"}}"#,
        ])
    func malformedFiles(json: String) {
        #expect(throws: JSONError.self) { try TextCatalog(files: ["en": Data(json.utf8)]) }
    }
}
