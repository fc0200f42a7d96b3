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

extension PostgresCodable {
    static func decode(
        oid: UInt32, bytes: UnsafeRawBufferPointer?
    ) throws(PostgresDecodingProblem) -> Self {
        guard accepts(oid) else { throw .wrongType }
        guard let bytes else { return try decodeNull() }
        return try Self(decoding: PostgresValue(oid: oid, bytes: bytes))
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
