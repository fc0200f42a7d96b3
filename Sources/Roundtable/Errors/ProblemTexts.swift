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

    /// A few words that are the same for every error of a code.
    package func title(of code: ErrorCode, in language: String) -> String {
        sentence("problem.\(code.rawValue)", in: language) ?? code.rawValue
    }

    /// A sentence for the player.
    ///
    /// What only the author of an app can mend has none, and is told as it is, in English.
    package func detail(of error: ServiceError, in language: String) -> String {
        if let words = error.sentence.flatMap({ sentence($0, in: language) }) { return words }
        if language == Composer.sourceLanguage { return error.detail }
        return sentence("problem.\(error.code.rawValue).detail", in: language) ?? error.detail
    }

    private func sentence(_ key: String, in language: String) -> String? {
        (texts.pattern(key, in: language) ?? texts.pattern(key, in: Composer.sourceLanguage))?.other
    }
}
