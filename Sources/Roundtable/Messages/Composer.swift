package import GameRules

/// A message's texts, written out for one reader.
package struct ComposedTexts: Hashable, Sendable {
    package let caption: String?
    package let subcaption: String?
    package let trailingCaption: String?
    package let trailingSubcaption: String?
    package let imageTitle: String?
    package let imageSubtitle: String?
    package let summary: String
    package let accessibilityLabel: String
    package let mediaURL: String?
}

/// Writes texts out: for a message that a device is about to stage, or to be displayed as it is.
///
/// Names and words of users are isolated (U+2068 … U+2069), lest one of another direction tear the sentence: in a
/// language written from right to left always, in another one if they have more than ASCII and letters that are written
/// from left to right. A text that a language lacks is written in English.
package struct Composer: Sendable {
    package enum Form: Sendable, CaseIterable {
        /// A message that this very device stages: people are named by `$UUID` where the device knows them.
        case staged
        /// Something an app or a browser draws, where nothing is substituted: "You", nicknames, seat names.
        case displayed
    }

    /// Who the mover of a text is.
    package struct Mover: Sendable {
        let player: PlayerID?
        let seat: SeatIndex?
        /// The event's revision: seats are called by who had them then. Nil for now.
        var revision: Int?
    }

    /// The language that has every text.
    package static let sourceLanguage = "en"
    let texts: TextCatalog
    private let languageTexts: [String: LanguageTexts]
    private let source: LanguageTexts
    /// The names that nicknames may not read like, by language.
    private var reservedNames: [String: Set<String>] = [:]

    /// A composer of a library's texts and the service's own.
    package init(games: GameLibrary) { self.init(texts: games.texts.merging(.service)) }

    init(texts: TextCatalog) {
        self.texts = texts
        let source = LanguageTexts(Self.sourceLanguage, of: texts)
        languageTexts = Dictionary(
            uniqueKeysWithValues: texts.languageTags.map { ($0, LanguageTexts($0, of: texts, else: source)) })
        self.source = source
        for language in texts.languageTags { reservedNames[language] = readingsOfNames(in: language) }
    }

    /// The best of the languages we have for the first of some language tags that we have any for.
    package func language(for preferences: [String]) -> String {
        texts.language(for: preferences) ?? Self.sourceLanguage
    }

    /// A summary to be displayed as it is.
    package func summary(_ text: GameText, mover: Mover, in language: String, for reader: Attributions) -> String {
        TextWriter(self, in: language, for: reader).summary(text, mover: mover)
    }

    /// Words without variants, such as "You".
    func phrase(_ key: String, in language: String) -> String {
        languageTexts(language).phrases[key]?.pattern.other ?? key
    }

    func languageTexts(_ language: String) -> LanguageTexts { languageTexts[language] ?? source }
}

/// The service's own names for people, and nicknames that read like them.
extension Composer {
    /// The name of a seat without a better one: "Player 2" for the number 2.
    package func seatName(_ number: Int, in language: String) -> String {
        let words = languageTexts(language).aroundSeatNumber
        return words.before + String(number) + words.after
    }

    /// The name of somebody else who has, or had, a seat, in a text without substitution: their nickname, distinct from
    /// the service's own names for people, or the seat's name.
    func displayName(
        of player: PlayerID?, at seat: SeatIndex, in language: String, for reader: Attributions
    ) -> String {
        let nickname = player.flatMap { reader.nickname(of: $0, at: seat) }
        return nickname.map { shown(nickname: $0, in: language) } ?? seatName(seat.rawValue + 1, in: language)
    }

    /// Whether a nickname reads like "You", "A new player" or "Player 2" in the reader's language, however it is
    /// spaced, accented, capitalised or written with letters of other scripts.
    package func isReserved(_ nickname: String, in language: String) -> Bool {
        reservedNames[language].map { names in nickname.readings.contains(where: names.contains) } ?? false
    }

    /// A nickname as texts show it: in quotation marks, “Player 2”, if the service could have said it.
    package func shown(nickname: String, in language: String) -> String {
        isReserved(nickname, in: language) ? "“\(nickname)”" : nickname
    }

    /// The service's own names for people in a language, reduced to what a reader tells apart.
    private func readingsOfNames(in language: String) -> Set<String> {
        let names = [phrase("you", in: language), phrase("newcomer", in: language), seatName(0, in: language)]
        return Set(names.flatMap(\.readings))
    }
}

extension Composer.Mover {
    init(of event: Event) { self.init(player: event.player, seat: event.seat, revision: event.revision) }
}
