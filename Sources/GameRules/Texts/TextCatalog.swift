public import Foundation

/// Patterns by language and key, read from JSON files that a translator can edit.
///
/// A pattern is a string with places in braces, `"{mover} likes {part}!"`, or an object of variants of which `other` is
/// required: `{"other": "{mover} likes {part}!", "you": "You like {part}!"}`. The variant `you` is taken where the mover
/// is the reader and is called "You".
public struct TextCatalog: Sendable {
    /// One text in one language.
    public struct Pattern: Hashable, Sendable, Decodable {
        /// The pattern in general.
        public let other: String
        /// The pattern when the mover is the reader.
        public let you: String?

        private enum Member: String, CodingKey { case other, you }

        /// Reads a string, or an object of variants.
        public init(from decoder: any Decoder) throws {
            if let variants = try? decoder.container(keyedBy: Member.self) {
                other = try variants.decode(String.self, forKey: .other)
                you = try variants.decodeIfPresent(String.self, forKey: .you)
            } else {
                other = try decoder.singleValueContainer().decode(String.self)
                you = nil
            }
        }
    }

    private var languages: [String: [String: Pattern]] = [:]

    /// A catalog from one JSON file a language, by language tag (`en`, `pt-BR`).
    ///
    /// - Throws: `DecodingError`, if a file is not an object of patterns.
    public init(files: [String: Data]) throws {
        for (language, file) in files {
            languages[language] = try JSONDecoder().decode([String: Pattern].self, from: file)
        }
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

    private init(languages: [String: [String: Pattern]]) { self.languages = languages }

    /// The languages that the catalog speaks, sorted.
    public var languageTags: [String] { languages.keys.sorted() }

    /// The keys of one language, sorted.
    public func keys(in language: String) -> [String] { (languages[language] ?? [:]).keys.sorted() }

    /// The pattern of a key in a language; nil if there is none.
    public func pattern(_ key: String, in language: String) -> Pattern? { languages[language]?[key] }

    /// Both catalogs in one; where both have a key, this one's pattern stands.
    public func merging(_ other: TextCatalog) -> TextCatalog {
        TextCatalog(languages: languages.merging(other.languages) { $0.merging($1) { mine, _ in mine } })
    }
}
