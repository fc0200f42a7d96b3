import RoundtableModel
import Testing

@testable import RoundtableMessages

@Suite("The kit's sentences")
struct ExplanationTests {
    private static func sentences(in language: String) throws -> [String: String] {
        try #require(ExplanationTexts.languages[language])
    }

    private static func problem(_ code: ErrorCode) -> Problem {
        Problem(type: "t", title: "No", status: code.status, detail: "In words.", code: code)
    }

    @Test("there is each in four languages, and none twice", arguments: ["ar", "de", "en", "pl"])
    func complete(language: String) throws {
        let sentences = try Self.sentences(in: language)
        #expect(Set(sentences.keys) == Set(try Self.sentences(in: "en").keys))
        #expect(sentences.values.allSatisfy { !$0.isEmpty } && Set(sentences.values).count == sentences.count)
    }

    @Test("a refusal is explained as the service does, in the player's language", arguments: ["ar", "de", "en", "pl"])
    func refusals(language: String) {
        let texts = ExplanationTexts(language: language)
        #expect(Explanation(Self.problem(.illegalMove), in: texts).text == "In words.")
    }

    @Test(
        "what an app does wrong is told to its author, and the player hears that an update may help",
        arguments: [ErrorCode.badRequest, .badOptions, .unknownGame, .methodNotAllowed, .payloadTooLarge])
    func faultsOfApps(code: ErrorCode) throws {
        let told = Explanation(Self.problem(code), in: ExplanationTexts(language: "pl"))
        #expect(told.text == (try Self.sentences(in: "pl")["outdated"]))
    }

    @Test("what a player does wrong is explained as the service does, such as a code that was typed wrong")
    func faultsOfPlayers() {
        var problem = Self.problem(.badRequest)
        problem.reason = "wrong_code"
        #expect(Explanation(problem, in: ExplanationTexts(language: "pl")).text == "In words.")
    }

    @Test("a region does not matter, and other languages are answered in English")
    func fallback() {
        let kind = Explanation.Kind.takenBack
        #expect(ExplanationTexts(language: "de-AT")[kind] == ExplanationTexts(language: "de")[kind])
        #expect(ExplanationTexts(language: "fi")[kind] == ExplanationTexts(language: "en")[kind])
        #expect(ExplanationTexts(language: nil)[kind] == ExplanationTexts(language: "en")[kind])
    }
}
