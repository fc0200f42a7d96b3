/// A set of words that may grow: an app older than its server reads a word it doesn't know as `unknown`.
public protocol GrowingVocabulary: RawRepresentable, Codable, Sendable where RawValue == String {
    /// Stands for every word that came later; never sent.
    static var unknown: Self { get }
}

extension GrowingVocabulary {
    /// Reads a word, known or not.
    public init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        self = Self(rawValue: word) ?? .unknown
    }
}
