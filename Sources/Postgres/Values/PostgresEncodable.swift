// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes
// parameters is specialised where it is used.

/// A value that can be a parameter of a statement.
public protocol PostgresEncodable: PostgresTyped, PostgresArrayEncodable {
    /// Writes the value in the server's binary format, without its length.
    func encode(into encoder: inout PostgresEncoder)
}

/// A value that can be an element of an array parameter; everything encodable is, and bytes are (an array of them is
/// `bytea`).
public protocol PostgresArrayEncodable: PostgresElement {
    /// Writes the array's content in the server's binary format.
    static func encodeArray(_ elements: [Self], into encoder: inout PostgresEncoder)
}

extension PostgresEncodable {
    @inlinable
    public static func encodeArray(_ elements: [Self], into encoder: inout PostgresEncoder) {
        encoder.writeArray(of: postgresType.oid, elements) { $1.append($0) }
    }
}

extension RawRepresentable where Self: PostgresEncodable, RawValue: PostgresEncodable {
    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { rawValue.encode(into: &encoder) }
}

/// Gathers parameters as the wire wants them: for each a big-endian length, −1 for NULL, and that many bytes.
public struct PostgresEncoder: Sendable {
    @usableFromInline var bytes: [UInt8] = []
    @usableFromInline var wroteNull = false

    @usableFromInline init() {}

    /// Writes one value with its length in front and tells whether it was something other than NULL.
    @inlinable
    @discardableResult
    mutating func append(_ value: some PostgresEncodable) -> Bool {
        let length = reserve(Int32.self)
        value.encode(into: &self)
        guard wroteNull else {
            patchLength(from: length)
            return true
        }
        patch(Int32(-1), at: length)
        wroteNull = false
        return false
    }

    /// Writes the length of all that came after it where it was reserved.
    @inlinable
    mutating func patchLength(from offset: Int) {
        patch(Int32(bytes.count - offset - MemoryLayout<Int32>.size), at: offset)
    }

    /// Writes an array of a type, without its length.
    ///
    /// - Parameter encode: encodes an element, and tells whether it is something other than NULL.
    @inlinable
    mutating func writeArray<Element>(
        of type: UInt32, _ elements: [Element], _ encode: (Element, inout PostgresEncoder) -> Bool
    ) {
        let start = bytes.count
        let (dimensions, count) = (Int32(elements.isEmpty ? 0 : 1), Int32(elements.count))
        // The dimensions, whether an element is NULL, the type, and of the one dimension its length and lower bound.
        let head = (dimensions.bigEndian, Int32.zero, type.bigEndian, count.bigEndian, Int32(1).bigEndian)
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0.prefix(elements.isEmpty ? 12 : 20)) }
        var hasNull = false
        for element in elements where !encode(element, &self) { hasNull = true }
        if hasNull { patch(Int32(1), at: start + MemoryLayout<Int32>.size) }
    }

    /// Makes the value that is being written NULL.
    @inlinable
    public mutating func writeNull() { wroteNull = true }

    /// Writes an integer in network order.
    @inlinable
    public mutating func writeInteger<Integer: FixedWidthInteger>(_ value: Integer) {
        // NB: byte by byte, for an array takes longer to find out how many come.
        for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Writes bytes as they are.
    @inlinable
    public mutating func writeBytes(_ content: some Sequence<UInt8>) {
        bytes.append(contentsOf: content)
    }

    @inlinable
    mutating func writeRaw(_ content: UnsafeRawBufferPointer) { bytes.append(contentsOf: content) }

    @inlinable
    mutating func reserve<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Int {
        defer { writeInteger(Integer.zero) }
        return bytes.count
    }

    @inlinable
    mutating func patch<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Integer.self) }
    }
}
