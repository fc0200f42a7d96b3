/// A value that reads its own JSON, faster than a decoder does: the other half of ``GameJSONWritable``.
///
/// ```swift
/// struct Board: GameJSONReadable, Sendable {
///     struct Unreadable: Error {}
///     let heaps: [Int]
///
///     init(_ json: JSONValue) throws {
///         guard let heaps = json["heaps"]?.array?.compactMap(\.integer) else { throw Unreadable() }
///         self.heaps = heaps
///     }
/// }
/// ```
public protocol GameJSONReadable: Decodable {
    /// Reads the value.
    ///
    /// - Throws: any error, for JSON of another shape.
    init(_ json: JSONValue) throws
}

extension GameJSONReadable {
    /// Decodes what ``init(_:)`` reads.
    public init(from decoder: any Decoder) throws { try self.init(try JSONValue(from: decoder)) }
}
