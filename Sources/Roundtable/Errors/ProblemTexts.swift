package import GameRules

/// The sentences with which requests are refused, in the languages of the service and its games.
package struct ProblemTexts: Sendable {
    /// Those of the service alone.
    package static let service = ProblemTexts(.service)

    private let texts: TextCatalog

    /// The sentences of a library's games and the service's own.
    package init(games: GameLibrary) { self.init(games.texts.merging(.service)) }

    private init(_ texts: TextCatalog) { self.texts = texts }

    /// The best of our languages for some language tags, the preferred one first.
    package func language(for preferences: [String]) -> String {
        texts.language(for: preferences) ?? Composer.sourceLanguage
    }

    /// A few words for the player that are the same for every error of a code.
    package func title(of code: ErrorCode, in language: String) -> String {
        words(code.title, in: language) ?? code.rawValue
    }

    /// A sentence for the player: the one of the error's reason, quota or rule, or else its code's.
    package func detail(of error: ServiceError, in language: String) -> String {
        if let key = error.sentence {
            if let words = words(key, in: language) { return words }
            // NB: a rule that a game has no text for. The game has a sentence for players in English.
            if language == Composer.sourceLanguage, let words = error.developerDetail { return words }
        }
        return words(error.code.detail, in: language) ?? error.code.rawValue
    }

    private func words(_ key: String, in language: String) -> String? {
        (texts.pattern(key, in: language) ?? texts.pattern(key, in: Composer.sourceLanguage))?.other
    }
}

extension ErrorCode {
    var title: String { "problem.\(rawValue)" }

    /// The key of its sentence in the texts. What only the app's author can mend has one for all.
    var detail: String {
        switch self {
        case .badRequest, .unknownGame, .badOptions, .methodNotAllowed, .idempotencyKeyReused, .preconditionFailed,
            .payloadTooLarge, .uriTooLong, .expectationFailed, .headersTooLarge, .notImplemented,
            .versionNotSupported:
            "problem.app"
        default: "\(title).detail"
        }
    }
}
