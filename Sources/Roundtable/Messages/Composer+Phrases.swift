@_spi(Roundtable) import GameRules

extension Composer {
    /// All phrases in one language; those that it lacks, in English. NB: a class, for every word is looked up in one.
    final class LanguageTexts: Sendable {
        let phrases: PhraseTable
        /// The words around the number in the name of a seat.
        let aroundSeatNumber: (before: String, after: String)
        let you: NeutralisedText
        /// The words for somebody without a seat.
        let newcomer: NeutralisedText

        init(_ language: String, of texts: TextCatalog, else source: LanguageTexts? = nil) {
            let direction = TextDirection(of: language)
            let plurals = PluralRules(of: language)
            let phrases = texts.patterns(in: language)
                .mapValues { Phrase(pattern: $0, direction: direction, plurals: plurals) }
                .merging(source?.phrases.all ?? [:]) { own, _ in own }
            self.phrases = PhraseTable(phrases)
            you = NeutralisedText(phrases["you"]?.pattern.other ?? "you")
            newcomer = NeutralisedText(phrases["newcomer"]?.pattern.other ?? "newcomer")
            let seat = phrases["seat"]?.pattern.other ?? "{number}"
            aroundSeatNumber = (
                String(seat.prefix { $0 != "{" }), String(seat.reversed().prefix { $0 != "}" }.reversed())
            )
        }
    }

    /// A pattern, and how the language is written that it is in. NB: a class, for a pattern is many references to copy.
    final class Phrase: Sendable {
        let pattern: TextPattern
        /// Whether it has words of its own for a mover who reads it.
        let addressesMover: Bool
        let direction: TextDirection
        private let plurals: PluralRules
        /// The words, if there is nothing to fill and nobody to tell apart.
        let constant: NeutralisedText?
        /// The text between the items of a list that this joins: `{first}, {rest}`; nil for one that joins otherwise.
        let separator: NeutralisedText?

        fileprivate init(pattern: TextPattern, direction: TextDirection, plurals: PluralRules) {
            self.pattern = pattern
            self.direction = direction
            self.plurals = plurals
            addressesMover = pattern.you != nil
            let isOneForAll = !addressesMover && pattern.count == nil
            let pieces = isOneForAll ? pattern.variant(isReadersOwn: false, arguments: [:], rules: plurals).pieces : []
            let isList = pieces.count == 3 && pieces.first == .place("first") && pieces.last == .place("rest")
            constant = if pieces.count == 1, case .text(let words) = pieces[0] { words } else { nil }
            separator = if isList, case .text(let words) = pieces[1] { words } else { nil }
        }

        /// The pieces of the pattern for a reader and the numbers in its places.
        func pieces(isReadersOwn: Bool, arguments: TextArguments = [:]) -> [TextPattern.Variant.Piece] {
            pattern.variant(isReadersOwn: isReadersOwn, arguments: arguments, rules: plurals).pieces
        }
    }
}
