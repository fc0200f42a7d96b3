public import Foundation

/// Writes values as JSON, straight into one buffer: in UTF-8, without spaces, members sorted by the bytes of their names, so
/// that equal values have equal bytes.
///
/// The text is the one that Foundation's `JSONEncoder` writes with `sortedKeys` and `withoutEscapingSlashes`: what `Codable`
/// types write is written, URLs are strings, `Data` is Base64, and a number that is not finite is an error.
public struct LeanJSONEncoder: Sendable {
    private let dateText: (@Sendable (Date) -> String)?

    /// An encoder that writes times as this text; by default as `Date` encodes itself.
    public init(dateText: (@Sendable (Date) -> String)? = nil) { self.dateText = dateText }

    /// The JSON of a value.
    ///
    /// - Throws: `EncodingError`, if the value has none or nests deeper than 511 levels; what the value throws itself.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = ValueEncoder(dateText: dateText)
        return try encoder.document(of: value)
    }
}
