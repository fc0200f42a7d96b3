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

    /// Every refusal of the service: of each code, for each reason and because of each quota.
    private static let refusals =
        codes.map { ServiceError($0) } + RefusalReason.allCases.map { ServiceError(because: $0) }
        + Quota.allCases.filter { $0 != .unknown }.map { ServiceError(exceeding: $0) }

    /// The keys of their words.
    private static let keys = Set(codes.map(\.title) + refusals.map { $0.sentence ?? $0.code.detail })

    /// The refusal of a move by a game that has English words for it.
    private static func refusal(_ reason: String, by game: GameName) -> ServiceError {
        ServiceError(.illegal(reason: reason, detail: "No."), of: game)
    }

    @Test("every refusal has its words in each language, and there are no others", arguments: languages)
    func complete(language: String) {
        let written = Set(TextCatalog.service.keys(in: language).filter { $0.hasPrefix("problem.") })
        #expect(Self.keys.subtracting(written).sorted() == [])
        #expect(written.subtracting(Self.keys).sorted() == [])
    }

    @Test("every refusal is told with other words in each language")
    func translated() {
        for key in Self.keys {
            let sentences = Self.languages.compactMap { TextCatalog.service.pattern(key, in: $0)?.other }
            #expect(Set(sentences).count == Self.languages.count, "\(key)")
        }
    }

    @Test("every code has a short title of its own, which its sentence does not repeat", arguments: languages)
    func titles(language: String) {
        let titles = Self.codes.map { Self.texts.title(of: $0, in: language) }
        #expect(Set(titles).count == titles.count)
        #expect(titles.allSatisfy { $0.count <= 40 && !$0.hasSuffix(".") })
        for refusal in Self.refusals {
            let detail = Self.texts.detail(of: refusal, in: language)
            #expect(detail.hasSuffix(".") && detail.dropLast() != Self.texts.title(of: refusal.code, in: language))
        }
    }

    @Test("players read no words of programmers, also where a game refuses a move")
    func plainWords() {
        let jargon: Set<String> = [
            "api", "body", "byte", "bytes", "client", "credential", "draft", "header", "http", "idempotency", "json",
            "key", "kib", "method", "option", "options", "parameter", "request", "requests", "revision", "rows",
            "server", "service", "session", "state", "tag", "target", "timeout", "token", "uri", "url", "version",
        ]
        let ofGames = GameLibrary.standard.texts.patterns(in: "en").filter { $0.key.contains(".refused.") }
        let sentences =
            Self.codes.map { Self.texts.title(of: $0, in: "en") }
            + Self.refusals.map { Self.texts.detail(of: $0, in: "en") } + ofGames.values.map(\.other)
        for sentence in sentences {
            let words = Set(sentence.lowercased().split { !$0.isLetter }.map(String.init))
            #expect(words.isDisjoint(with: jargon), "\(sentence)")
        }
    }

    @Test("whoever joins twice is told so, and not that somebody else has the seat", arguments: languages)
    func alreadySeated(language: String) {
        let refusal = ServiceError(because: .alreadySeated)
        #expect(refusal.code == .seatTaken && refusal.reason == "already_seated")
        #expect(
            Self.texts.detail(of: refusal, in: language)
                != Self.texts.detail(of: ServiceError(.seatTaken), in: language))
    }

    @Test("the table has the English words, too")
    func english() {
        let refusal = ServiceError(.staleRevision, "Revision 3 is not 4.")
        #expect(Self.texts.detail(of: refusal, in: "en") == "The game has moved on. This is how it stands now.")
        #expect(refusal.developerDetail == "Revision 3 is not 4." && refusal.detail == refusal.developerDetail)
        #expect(ServiceError(.staleRevision).detail == "The game has moved on. This is how it stands now.")
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

    @Test("what only the author of an app can mend is told to the player in general", arguments: languages)
    func authors(language: String) {
        let sentences = ["conversation.local is missing.", "revision is missing."].map { words in
            Self.texts.detail(of: ServiceError(.badRequest, words), in: language)
        }
        #expect(Set(sentences).count == 1 && !sentences[0].contains("missing"))
        let move = ServiceError(.malformed(reason: "bad_dice", detail: "A roll has dice."), of: "open")
        #expect(move.code == .illegalMove && move.reason == "bad_dice" && move.developerDetail == "A roll has dice.")
        #expect(!Self.texts.detail(of: move, in: language).contains("dice"))
    }

    @Test("a language is chosen as for everything else")
    func chosen() {
        #expect(Self.texts.language(for: ["de-AT", "pl"]) == "de")
        #expect(Self.texts.language(for: ["fi"]) == "en")
    }
}
