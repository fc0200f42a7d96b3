import GameRules
import Games
import RoundtableModel
import Testing

@testable import Roundtable

@Suite("The sentences of refusals")
struct ProblemTextsTests {
    private static let texts = ProblemTexts(games: .standard)
    private static let languages = ["ar", "de", "en", "pl"]
    private static let codes = ErrorCode.allCases.filter { $0 != .unknown }

    private static func refusal(_ reason: String, by game: GameName) -> ServiceError {
        ServiceError(.illegalMove, "No.", reason: reason, sentence: "\(game).refused.\(reason)")
    }

    @Test("every code has a title of its own in each language", arguments: languages)
    func titles(language: String) {
        let titles = Self.codes.map { Self.texts.title(of: $0, in: language) }
        #expect(Set(titles).count == titles.count)
        #expect(zip(titles, Self.codes).allSatisfy { $0 != $1.rawValue })
    }

    @Test("a rule that a move breaks is told in the words of its game")
    func rules() {
        let refusal = Self.refusal("king_in_check", by: "chess")
        #expect(Self.texts.detail(of: refusal, in: "en") == "Your king would be in check.")
        #expect(Self.texts.detail(of: refusal, in: "de") == "Dein König stünde im Schach.")
    }

    @Test("what a game does not put into words is told in English to English readers, in general to others")
    func games() {
        let refusal = Self.refusal("too_many", by: "nim")
        #expect(Self.texts.detail(of: refusal, in: "en") == "No.")
        #expect(Self.texts.detail(of: refusal, in: "de") == "Die Regeln erlauben diesen Zug nicht.")
    }

    @Test("what only the author of an app can mend is told as it is", arguments: languages)
    func authors(language: String) {
        let error = ServiceError(.badRequest, "conversation.local is missing.")
        #expect(Self.texts.detail(of: error, in: language) == "conversation.local is missing.")
    }

    @Test("each language is another, chosen as for everything else")
    func chosen() {
        let details = Self.languages.map { Self.texts.detail(of: ServiceError(.notYourTurn, "No."), in: $0) }
        #expect(Set(details).count == details.count)
        #expect(Self.texts.language(for: ["de-AT", "pl"]) == "de")
        #expect(Self.texts.language(for: ["fi"]) == "en")
    }
}
