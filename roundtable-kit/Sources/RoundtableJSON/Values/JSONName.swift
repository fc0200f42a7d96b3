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
    public static func < (one: Self, other: Self) -> Bool { one.text.comparesBytes(with: other.text) < 0 }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension JSONName: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Makes a name.
    public init(stringLiteral value: String) { text = value }

    /// The name as a text.
    public var description: String { text }
}

extension JSONName {
    /// The first eight bytes as a number that is ordered as they are; a name with fewer is filled up with zeros.
    var beginning: UInt64 {
        var beginning: UInt64 = 0
        var missing: UInt64 = 64
        for byte in text.utf8.prefix(8) {
            missing -= 8
            beginning |= UInt64(byte) << missing
        }
        return beginning
    }
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
    @_spi(Roundtable) public func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && comparesBytes(with: other) == 0
    }

    /// Which text's bytes come first: less than zero for this one's, more for the other's, zero if they are the same.
    @_spi(Roundtable) public func comparesBytes(with other: String) -> Int {
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard let ours = one.baseAddress, let theirs = other.baseAddress else { return one.count - other.count }
                let order = Int(memcmp(ours, theirs, min(one.count, other.count)))
                return order == 0 ? one.count - other.count : order
            }
        }
    }

    /// Hashes the bytes in UTF-8, and a byte behind them that no text has.
    func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
        if isHashed == nil { Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
        hasher.combine(0xFF as UInt8)
    }
}
