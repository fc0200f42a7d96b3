import GameRules
import RoundtableModel
import Testing

@testable import Games
@testable import RoundtableMessages

@Suite("The kit's sentences")
struct ExplanationTests {
    /// Reasons that only an app can be to blame for, which players are told in general.
    private static let blamedOnApps: Set = [
        "names_no_suit", "no_such_cell", "no_such_column", "no_such_dice", "no_such_edge", "no_such_part", "too_large",
        "unreadable",
    ]
    /// The reasons of the service itself.
    private static let serviceReasons: Set = ["no_opening_move", "reveals_at_opening", "too_large", "unreadable"]

    private static func sentences(in language: String) throws -> [String: String] {
        try #require(ExplanationTexts.languages[language])
    }

    private static func problem(_ code: ErrorCode, reason: String? = nil) -> Problem {
        Problem(type: "t", title: "No", status: code.status, detail: "In words.", code: code, reason: reason)
    }

    @Test("there is each in four languages, and none twice", arguments: ["ar", "de", "en", "pl"])
    func complete(language: String) throws {
        let sentences = try Self.sentences(in: language)
        #expect(Set(sentences.keys) == Set(try Self.sentences(in: "en").keys))
        #expect(sentences.values.allSatisfy { !$0.isEmpty } && Set(sentences.values).count == sentences.count)
    }

    @Test("every code has one", arguments: ["ar", "de", "en", "pl"])
    func codes(language: String) throws {
        let sentences = try Self.sentences(in: language)
        let general = try #require(sentences["refused"])
        let texts = ExplanationTexts(language: language)
        for code in ErrorCode.allCases {
            let name = try #require(Self.problem(code).sentences.last)
            #expect(sentences[name] != nil, "\(code.rawValue)")
            #expect((texts[Self.problem(code)] == general) == (code == .unknown), "\(code.rawValue)")
        }
    }

    @Test(
        "every reason for which a game or the service refuses a player's move has one",
        arguments: ["ar", "de", "en", "pl"])
    func reasons(language: String) throws {
        let texts = ExplanationTexts(language: language)
        let general = texts[Self.problem(.illegalMove)]
        for reason in GameLibrary.standardReasons.union(Self.serviceReasons) {
            let isGeneral = texts[Self.problem(.illegalMove, reason: reason)] == general
            #expect(isGeneral == Self.blamedOnApps.contains(reason), "\(reason)")
        }
        #expect(texts[Self.problem(.illegalMove, reason: "of_another_game")] == general)
    }

    @Test("none is left over")
    func used() throws {
        let reasons = GameLibrary.standardReasons.union(Self.serviceReasons)
        let problems =
            ErrorCode.allCases.map { Self.problem($0) } + reasons.map { Self.problem(.illegalMove, reason: $0) }
        let used = Set(problems.flatMap(\.sentences))
        let refusals = try Self.sentences(in: "en").keys.filter { $0.contains(".") }
        #expect(Set(refusals).subtracting(used).isEmpty)
    }

    @Test("a region does not matter, and other languages are answered in English")
    func fallback() {
        let kind = Explanation.Kind.takenBack
        #expect(ExplanationTexts(language: "de-AT")[kind] == ExplanationTexts(language: "de")[kind])
        #expect(ExplanationTexts(language: "fi")[kind] == ExplanationTexts(language: "en")[kind])
        #expect(ExplanationTexts(language: nil)[kind] == ExplanationTexts(language: "en")[kind])
    }
}
