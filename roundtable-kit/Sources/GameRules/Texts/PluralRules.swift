@_spi(Roundtable) import RoundtableJSON

/// The kinds of numbers that some language tells apart, by their names in the CLDR.
public enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

/// Which category a whole number has in a language.
///
/// Source: Unicode CLDR 44, `plurals.xml`, cardinal rules. A language that is not listed here tells one from many, as
/// English does; so its files need no more, and those of a language without plurals have only `other`.
public struct PluralRules: Hashable, Sendable {
    /// The categories of the language, of which a file has all and no others.
    public let categories: Set<PluralCategory>
    private let rule: Rule

    private enum Rule { case english, polish, arabic }

    /// The rules of a language, by its tag.
    public init(of language: String) {
        switch LanguageTag.comparable(language).prefix(while: { $0 != "-" }) {
        case "pl": (rule, categories) = (.polish, [.one, .few, .many, .other])
        case "ar": (rule, categories) = (.arabic, Set(PluralCategory.allCases))
        default: (rule, categories) = (.english, [.one, .other])
        }
    }

    /// The category of a number; its sign does not matter.
    public func category(of number: Int) -> PluralCategory {
        let size = number.magnitude
        return switch rule {
        case .english: size == 1 ? .one : .other
        case .polish: Self.polish(size)
        case .arabic: Self.arabic(size)
        }
    }

    /// NB: never `other`, which is for fractions.
    private static func polish(_ number: UInt) -> PluralCategory {
        switch (number % 10, number % 100) {
        case _ where number == 1: .one
        case (2...4, let rest) where !(12...14).contains(rest): .few
        default: .many
        }
    }

    private static func arabic(_ number: UInt) -> PluralCategory {
        switch (number, number % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}
