// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes
// parameters is specialised where it is used.

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
