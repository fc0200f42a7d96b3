public import RoundtableJSON

/// A set of words that may grow: an app older than its server reads a word it doesn't know as `unknown`.
public protocol GrowingVocabulary: RawRepresentable, JSONConvertible, Sendable where RawValue == String {
    /// Stands for every word that came later; never sent.
    static var unknown: Self { get }
}

extension GrowingVocabulary {
    /// Reads a word, known or not.
    public init(_ json: JSONElement) throws(JSONError) { self = Self(rawValue: try json.string()) ?? .unknown }
}
