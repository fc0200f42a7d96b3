import Foundation

/// The name of a member of an object.
///
/// Two names are the same if their bytes in UTF-8 are (RFC 8259, section 8.3). Texts of Swift are also equal if they
/// are canonically equivalent: as keys of a dictionary, `"caf\u{E9}"` and `"cafe\u{301}"` would be one name. Comparing
/// and hashing take time that grows with the bytes, whatever they are.
public struct JSONName: Sendable {
    /// The name as a text.
    public let text: String

    /// A name from a text.
    public init(_ text: String) { self.text = text }
}

extension JSONName: Hashable, Comparable {
    /// Whether both have the same bytes.
    public static func == (one: Self, other: Self) -> Bool { one.text.hasSameBytes(as: other.text) }

    /// Whether the bytes of one come before those of the other.
    public static func < (one: Self, other: Self) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension JSONName: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Makes a name.
    public init(stringLiteral value: String) { text = value }

    /// The name as a text.
    public var description: String { text }
}

/// For other coders than ours: the name itself.
extension JSONName: Codable, CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The name as a key of a coder.
    public var codingKey: any CodingKey { Key(stringValue: text) }

    /// A name from a key of a coder.
    public init?(codingKey: some CodingKey) { text = codingKey.stringValue }

    /// Reads a text.
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    /// Writes a text.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(text)
    }
}

extension String {
    /// Whether both have the same bytes in UTF-8. To find out whether two texts are canonically equivalent takes time
    /// that grows with the square of a run of combining marks.
    package func hasSameBytes(as other: String) -> Bool {
        let areSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                guard own.count == theirs.count else { return false }
                guard let one = own.baseAddress, let other = theirs.baseAddress else { return true }
                return memcmp(one, other, own.count) == 0
            }
        }
        return areSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }

    /// Hashes the bytes in UTF-8, and a byte behind them that no text has.
    func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
        if isHashed == nil { Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
        hasher.combine(0xFF as UInt8)
    }
}
