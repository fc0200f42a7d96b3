public import Foundation
@_spi(Roundtable) import RoundtableJSON

/// Patterns by language and key, read from JSON files that a translator can edit: one file a language, plain sentences.
///
/// A pattern is a string with places in braces, `"{mover} likes {part}!"`, or an object of variants of which `other` is
/// always there and always right:
///
/// - `{"other": "{mover} likes {part}!", "you": "You like {part}!"}`. `you` is taken where the mover is the reader and
///   is called "You".
/// - `{"count": "number", "one": "After one move", "other": "After {number} moves"}`. `count` says which place holds
///   the number that chooses among `zero`, `one`, `two`, `few`, `many` and `other`. Each language has the ones it needs
///   (``PluralRules``); `zero`, `one` and `two` may leave the number out.
///
/// A pattern has a `count` or a `you`, not both: a sentence that needs both is better two.
public struct TextCatalog: Sendable {
    private let languages: [String: [String: TextPattern]]
    /// The tag of each language by its ``LanguageTag/comparable(_:)`` form.
    private let tags: [String: String]

    /// A catalog from one JSON file a language, by language tag (`en`, `pt-BR`).
    ///
    /// - Throws: what is wrong, and where, if a file is not an object of patterns.
    public init(files: [String: Data]) throws {
        let languages = try files.mapValues { file in
            let patterns = try [JSONName: TextPattern](json: Array(file))
            return Dictionary(patterns.map { ($0.text, $1) }) { first, _ in first }
        }
        self.init(languages: languages)
    }

    /// A catalog from files that are part of the program, such as those a target embeds with `.embedInCode`.
    ///
    /// - Precondition: the files are well-formed; the tests of their package see to that.
    public init(embedded files: [String: [UInt8]]) {
        do {
            try self.init(files: files.mapValues { Data($0) })
        } catch {
            preconditionFailure("An embedded text file is malformed: \(error)")
        }
    }

    /// A catalog without any text.
    public static let empty = TextCatalog(languages: [:])

    private init(languages: [String: [String: TextPattern]]) {
        self.languages = languages
        tags = Dictionary(languages.keys.sorted().map { (LanguageTag.comparable($0), $0) }) { first, _ in first }
    }

    /// The languages that the catalog speaks, sorted.
    public var languageTags: [String] { languages.keys.sorted() }

    /// The keys of one language, sorted.
    public func keys(in language: String) -> [String] { (languages[language] ?? [:]).keys.sorted() }

    /// The pattern of a key in a language; nil if there is none.
    public func pattern(_ key: String, in language: String) -> TextPattern? { languages[language]?[key] }

    /// The patterns of one language by their keys.
    public func patterns(in language: String) -> [String: TextPattern] { languages[language] ?? [:] }

    /// The best of the catalog's languages for the first of some language tags that it has any for; nil if for none.
    ///
    /// The whole tag goes before its first part alone: `de-AT` is served by a file `de-AT`, else by `de`. What is
    /// longer than any tag is passed over.
    public func language(for preferences: [String]) -> String? {
        if let first = preferences.first, languages[first] != nil { return first }
        for tag in preferences where tag.utf8.count <= LanguageTag.maximumLength {
            let preference = LanguageTag.comparable(tag)
            if let exact = tags[preference] { return exact }
            if let related = tags[String(preference.prefix { $0 != "-" })] { return related }
        }
        return nil
    }

    /// Both catalogs in one; where both have a key, this one's pattern stands.
    public func merging(_ other: TextCatalog) -> TextCatalog {
        TextCatalog(languages: languages.merging(other.languages) { $0.merging($1) { mine, _ in mine } })
    }
}
