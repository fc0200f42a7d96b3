import Foundation
import RoundtableClient
import RoundtableModel
import RoundtableTestTools
import Testing

@testable import RoundtableMessages

@Suite("The kit's sentences")
struct ExplanationTests {
    private static func sentences(in language: String) throws -> [String: String] {
        let texts = Mirror(reflecting: try #require(ExplanationTexts.languages[language]))
        return Dictionary(uniqueKeysWithValues: texts.children.map { ($0.label ?? "", $0.value as? String ?? "") })
    }

    private static func problem(_ code: ErrorCode) -> Problem {
        Problem(type: "t", title: "No", status: code.status, detail: "In words.", code: code)
    }

    @Test("there is each in four languages, and none twice", arguments: ["ar", "de", "en", "pl"])
    func complete(language: String) throws {
        let sentences = try Self.sentences(in: language)
        let english = try Self.sentences(in: "en")
        #expect(Set(sentences.values).count == sentences.count && sentences.count == 11)
        #expect(language == "en" || Set(sentences.values).isDisjoint(with: english.values))
    }

    @Test("each is a whole sentence without a slip", arguments: ["ar", "de", "en", "pl"])
    func slips(language: String) throws {
        for (name, sentence) in try Self.sentences(in: language) {
            #expect(sentence.slips == [] && sentence.isWholeSentence, "\(name): \(sentence)")
        }
        #expect("Two  blanks, and one at the end ".slips == ["ends with a space", "has two spaces in a row"])
    }

    @Test("a refusal is explained as the service does, in the player's language", arguments: ["ar", "de", "en", "pl"])
    func refusals(language: String) {
        let texts = ExplanationTexts.inLanguage(language)
        #expect(Explanation(Self.problem(.illegalMove), in: texts).text == "In words.")
    }

    @Test(
        "what an app does wrong is told to its author, and the player hears that an update may help",
        arguments: [ErrorCode.badRequest, .badOptions, .unknownGame, .methodNotAllowed, .payloadTooLarge])
    func faultsOfApps(code: ErrorCode) throws {
        let told = Explanation(Self.problem(code), in: ExplanationTexts.inLanguage("pl"))
        #expect(told.text == (try Self.sentences(in: "pl")["outdated"]))
        #expect(told.developerDetail == "In words.")
        var problem = Self.problem(code)
        problem.developerDetail = "clock.turnSeconds is a number from 60 to 2592000."
        let detail = Explanation(problem, in: ExplanationTexts.inLanguage("pl")).developerDetail
        #expect(detail == problem.developerDetail)
        #expect(Explanation(Self.problem(.illegalMove), in: ExplanationTexts.inLanguage("pl")).developerDetail == nil)
    }

    @Test("whatever a call throws is explained in the player's language, by a kind that programs know")
    @MainActor
    func errors() throws {
        let game = GameTable([]).game
        let expected: [(any Error, Explanation.Kind, String)] = [
            (RoundtableError.refused(Self.problem(.noOffer)), .refused(.noOffer), "In words."),
            (RoundtableError.refused(Self.problem(.rateLimited)), .refused(.rateLimited), "In words."),
            (RoundtableError.refused(Self.problem(.unavailable)), .offline, "offline"),
            (RoundtableError.refused(Self.problem(.unauthenticated)), .unknownPlayer, "unknownPlayer"),
            (RoundtableError.unreachable(URLError(.timedOut)), .offline, "offline"),
            (RoundtableError.unexpected(status: 502, body: Data()), .offline, "offline"),
            (RoundtableError.unexpected(status: 200, body: Data("<html>".utf8)), .refused(.unknown), "outdated"),
            (RoundtableError.unkept(TestVault.Locked()), .locked, "locked"),
            (PlayerCredential.Unreadable(reason: TestVault.Locked()), .locked, "locked"),
            (RoundtableError.cancelled, .failed, "failed"), (CancellationError(), .failed, "failed"),
            (MessagesHostError.noConversation, .failed, "failed"),
            (NSError(domain: "Messages", code: 8), .failed, "failed"),
        ]
        for (error, kind, sentence) in expected {
            let told = game.explanation(of: error)
            #expect(told.kind == kind)
            #expect(told.text == (sentence == "In words." ? sentence : try Self.sentences(in: "de")[sentence]))
        }
        let portal = RoundtableError.unexpected(status: 200, body: Data("<html>".utf8))
        #expect(game.explanation(of: portal).developerDetail?.hasSuffix("<html>") == true)
    }

    @Test("a locked Keychain is explained whatever is asked for")
    @MainActor
    func locked() async throws {
        let game = GameTable([], vault: TestVault(isLocked: true)).game
        let error = try #require(await #expect(throws: (any Error).self) { _ = try await game.makeLinkCode() })
        #expect(game.explanation(of: error).kind == .locked)
    }

    @Test("what a player does wrong is explained as the service does, such as a code that was typed wrong")
    func faultsOfPlayers() {
        var problem = Self.problem(.badRequest)
        problem.reason = "wrong_code"
        #expect(Explanation(problem, in: ExplanationTexts.inLanguage("pl")).text == "In words.")
    }

    @Test("a region does not matter, and other languages are answered in English")
    func fallback() {
        let kind = Explanation.Kind.takenBack
        #expect(ExplanationTexts.inLanguage("de-AT")[kind] == ExplanationTexts.inLanguage("de")[kind])
        #expect(ExplanationTexts.inLanguage("fi")[kind] == ExplanationTexts.inLanguage("en")[kind])
        #expect(ExplanationTexts.inLanguage(nil)[kind] == ExplanationTexts.inLanguage("en")[kind])
    }
}
