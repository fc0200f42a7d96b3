public import Foundation

/// Reads values from JSON: finds all values of the text in one pass, then decodes those that are asked for.
///
/// It reads what Foundation's `JSONDecoder` reads into the same values, but is strict where that is lenient: the text is
/// UTF-8, has no trailing commas, and is well-formed also where nobody reads it. Of several members with the same name
/// the first one counts.
public struct LeanJSONDecoder: Sendable {
    /// Reads a time from its text; nil for a text that is none.
    public typealias DateReader = @Sendable (_ text: String) -> Date?

    private let readDate: DateReader?

    /// A decoder that reads times from texts; by default as `Date` decodes itself.
    public init(readDate: DateReader? = nil) { self.readDate = readDate }

    /// The value that a text is the JSON of.
    ///
    /// - Throws: `DecodingError`; one of `dataCorrupted` without a coding path, if the text is not JSON or nests deeper than
    ///   512 levels; what the value throws itself.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws -> Value {
        try decode(type, from: try JSONDocument(reading: bytes))
    }

    /// The value that a text is the JSON of, which was read already.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self, from document: JSONDocument) throws -> Value
    {
        try ValueDecoder(document: document, node: 0, readDate: readDate).read(type, at: 0)
    }

    /// The value that a text is the JSON of.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
        try decode(type, from: Array(data))
    }
}

extension JSONDocument {
    /// Reads a text.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, if it is not JSON or nests deeper than that many levels; the error beneath is
    ///   a ``JSONSyntaxError``.
    package convenience init(reading bytes: [UInt8], maximumDepth: Int = 512) throws {
        do throws(JSONSyntaxError) {
            try self.init(bytes, maximumDepth: maximumDepth)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error))
        }
    }
}
