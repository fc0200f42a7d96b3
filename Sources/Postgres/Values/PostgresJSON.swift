// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes parameters is
// specialised where it is used.

/// A JSON text that goes into a `jsonb` column and comes out of one without being parsed on the way.
///
/// The server refuses a text that is not JSON, and `\u0000` inside a string.
public struct PostgresJSON: Hashable, Sendable, PostgresCodable {
    /// The text in UTF-8.
    public var text: [UInt8]

    /// Takes a text that is already in UTF-8.
    @inlinable
    public init(_ text: some Sequence<UInt8>) { self.text = Array(text) }

    /// Takes a text.
    public init(_ text: String) { self.text = Array(text.utf8) }

    @inlinable
    public static var postgresType: PostgresType { .jsonb }

    public static func accepts(_ oid: UInt32) -> Bool {
        oid == PostgresType.jsonb.oid || oid == PostgresType.json.oid
    }

    /// The only version of jsonb's binary format, which leads the text.
    @usableFromInline static let version: UInt8 = 1

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) {
        encoder.writeInteger(Self.version)
        encoder.writeBytes(text)
    }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard value.oid == PostgresType.jsonb.oid else {
            text = Array(value.bytes)
            return
        }
        guard value.bytes.first == Self.version else { throw .malformed }
        text = Array(value.bytes.dropFirst())
    }
}
