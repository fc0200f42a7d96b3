// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The protocols that require the members describe them. They are public, so that code which encodes parameters is
// specialised where it is used.

import Foundation

/// A JSON text that goes into a `json` or `jsonb` column and comes out of one without being parsed on the way.
///
/// The server refuses a text that is not JSON, and for `jsonb` also `\u0000` inside a string.
public struct PostgresJSON: Hashable, Sendable, PostgresCodable {
    /// The text in UTF-8.
    public var text: [UInt8]

    /// Takes a text that is already in UTF-8.
    @inlinable
    public init(_ text: some Sequence<UInt8>) { self.text = Array(text) }

    /// Takes a text.
    public init(_ text: String) { self.text = Array(text.utf8) }

    /// Whether a string in it has the character U+0000: a `json` column keeps that, but nothing of the server's can
    /// read it.
    public var hasNullCharacter: Bool {
        text.withUnsafeBytes { bytes in
            var rest = bytes
            while let start = rest.baseAddress, let backslash = memchr(start, 0x5C, rest.count) {
                let escape = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(backslash) - start + 1)...])
                if escape.starts(with: "u0000".utf8) { return true }
                // NB: an escaped backslash is no beginning of an escape.
                rest = UnsafeRawBufferPointer(rebasing: escape.dropFirst())
            }
            return false
        }
    }

    @inlinable
    public static var postgresType: PostgresType { .json }

    public static func accepts(_ oid: UInt32) -> Bool {
        oid == PostgresType.jsonb.oid || oid == PostgresType.json.oid
    }

    /// The only version of jsonb's binary format, which leads the text.
    private static let version: UInt8 = 1

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeBytes(text) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard value.oid == PostgresType.jsonb.oid else {
            text = Array(value.bytes)
            return
        }
        guard value.bytes.first == Self.version else { throw .malformed }
        text = Array(value.bytes.dropFirst())
    }
}
