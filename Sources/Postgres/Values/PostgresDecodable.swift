// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes
// parameters is specialised where it is used.

/// A value that can be read from a column.
public protocol PostgresDecodable: PostgresTyped, PostgresArrayDecodable {
    /// Whether a column of this type can be read; by default only one of exactly `postgresType`.
    static func accepts(_ oid: UInt32) -> Bool
    /// Reads the server's binary format.
    init(decoding value: PostgresValue) throws(PostgresDecodingProblem)
    /// The value that NULL is read as; by default a problem.
    static func decodeNull() throws(PostgresDecodingProblem) -> Self
}

/// A value that can be an element of an array column; everything decodable is, and bytes are (an array of them is
/// `bytea`).
public protocol PostgresArrayDecodable: PostgresElement {
    /// Whether an array column of this type can be read.
    static func acceptsArray(_ oid: UInt32) -> Bool
    /// Reads a whole array.
    static func decodeArray(_ value: PostgresValue) throws(PostgresDecodingProblem) -> [Self]
}

/// A type that can be both a parameter and a column.
public typealias PostgresCodable = PostgresEncodable & PostgresDecodable

/// The bytes of one value, borrowed from a result for as long as it is being decoded.
public struct PostgresValue {
    /// The identifier of the column's type.
    public let oid: UInt32
    /// The value in binary format.
    public let bytes: UnsafeRawBufferPointer

    /// Reads a whole value that is one integer in network order.
    public func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type = Integer.self
    ) throws(PostgresDecodingProblem) -> Integer {
        guard bytes.count == MemoryLayout<Integer>.size else { throw .malformed }
        return Integer(bigEndian: bytes.loadUnaligned(as: Integer.self))
    }
}

/// Why a column could not be read.
public enum PostgresDecodingProblem: Error, Equatable {
    /// The column is of a type that is not accepted.
    case wrongType
    /// The value is NULL, and what is expected is not optional.
    case unexpectedNull
    /// The bytes are not what the type promises.
    case malformed
    /// The number does not fit, or a wrapping type refuses the value.
    case outOfRange
}

extension PostgresDecodable {
    public static func accepts(_ oid: UInt32) -> Bool { oid == postgresType.oid }

    public static func decodeNull() throws(PostgresDecodingProblem) -> Self { throw .unexpectedNull }

    static func decode(
        oid: UInt32, bytes: UnsafeRawBufferPointer?
    ) throws(PostgresDecodingProblem) -> Self {
        guard accepts(oid) else { throw .wrongType }
        guard let bytes else { return try decodeNull() }
        return try Self(decoding: PostgresValue(oid: oid, bytes: bytes))
    }
}

extension RawRepresentable where Self: PostgresDecodable, RawValue: PostgresDecodable {
    public static func accepts(_ oid: UInt32) -> Bool { RawValue.accepts(oid) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard let made = Self(rawValue: try RawValue(decoding: value)) else { throw .outOfRange }
        self = made
    }
}

extension PostgresDecodable {
    public static func acceptsArray(_ oid: UInt32) -> Bool {
        oid == postgresType.arrayOID || PostgresType.element(ofArray: oid).map(accepts) ?? false
    }

    /// Reads a one-dimensional array: the number of dimensions, flags, the element's type, count, lower bound,
    /// elements.
    public static func decodeArray(_ value: PostgresValue) throws(PostgresDecodingProblem) -> [Self] {
        var reader = ArrayReader(bytes: value.bytes)
        let dimensions: Int32 = try reader.next()
        let _: Int32 = try reader.next()
        let oid: UInt32 = try reader.next()
        guard dimensions != 0 else { return [] }
        guard dimensions == 1, accepts(oid) else { throw .wrongType }
        let count: Int32 = try reader.next()
        let _: Int32 = try reader.next()
        guard count >= 0 else { throw .malformed }
        var elements: [Self] = []
        elements.reserveCapacity(Int(count))
        for _ in 0..<count {
            elements.append(try decode(oid: oid, bytes: try reader.nextElement()))
        }
        return elements
    }
}

private struct ArrayReader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    mutating func next<Integer: FixedWidthInteger>() throws(PostgresDecodingProblem) -> Integer {
        try take(MemoryLayout<Integer>.size).integer()
    }

    /// The next element's bytes, nil for NULL.
    mutating func nextElement() throws(PostgresDecodingProblem) -> UnsafeRawBufferPointer? {
        let length: Int32 = try next()
        return length < 0 ? nil : try take(Int(length)).bytes
    }

    private mutating func take(_ count: Int) throws(PostgresDecodingProblem) -> PostgresValue {
        guard offset + count <= bytes.count else { throw .malformed }
        defer { offset += count }
        return PostgresValue(oid: 0, bytes: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
}
