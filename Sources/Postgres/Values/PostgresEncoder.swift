/// Gathers parameters as the wire wants them: for each a big-endian length, −1 for NULL, and that many bytes.
public struct PostgresEncoder: Sendable {
    /// The encoded parameters, with spare room behind them. NB: an array that grows by each integer takes several times
    /// as long.
    @usableFromInline var buffer: [UInt8] = []
    /// The number of bytes that were written.
    @usableFromInline var count = 0
    @usableFromInline var wroteNull = false

    @usableFromInline init() {}

    /// The encoded parameters.
    @usableFromInline var bytes: [UInt8] { Array(buffer.prefix(count)) }

    /// Writes one value with its length in front and tells whether it was something other than NULL.
    @inlinable
    @discardableResult
    mutating func append(_ value: some PostgresCodable) -> Bool {
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

    /// Writes NULL, and tells that it was nothing else.
    @inlinable
    mutating func appendNull() -> Bool {
        writeInteger(Int32(-1))
        return false
    }

    /// Writes the length of all that came after it where it was reserved.
    @inlinable
    mutating func patchLength(from offset: Int) {
        patch(Int32(count - offset - MemoryLayout<Int32>.size), at: offset)
    }

    /// Writes an array of a type, without its length.
    ///
    /// - Parameter encode: encodes an element, and tells whether it is something other than NULL.
    @inlinable
    mutating func writeArray<Element>(
        of type: UInt32, _ elements: [Element], _ encode: (Element, inout PostgresEncoder) -> Bool
    ) {
        // The dimensions, whether an element is NULL, the type, and of the one dimension its length and lower bound.
        writeInteger(Int32(elements.isEmpty ? 0 : 1))
        let nullFlag = reserve(Int32.self)
        writeInteger(type)
        guard !elements.isEmpty else { return }
        writeInteger(Int32(elements.count))
        writeInteger(Int32(1))
        var hasNull = false
        for element in elements where !encode(element, &self) { hasNull = true }
        if hasNull { patch(Int32(1), at: nullFlag) }
    }

    /// Makes the value that is being written NULL.
    @inlinable
    public mutating func writeNull() { wroteNull = true }

    /// Writes an integer in network order.
    @inlinable
    public mutating func writeInteger<Integer: FixedWidthInteger>(_ value: Integer) {
        let offset = advance(by: MemoryLayout<Integer>.size)
        patch(value, at: offset)
    }

    /// Writes bytes as they are.
    @inlinable
    public mutating func writeBytes(_ content: some Sequence<UInt8>) {
        if content.withContiguousStorageIfAvailable({ writeRaw(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in content { writeInteger(byte) }
        }
    }

    @inlinable
    mutating func writeRaw(_ content: UnsafeRawBufferPointer) {
        let offset = advance(by: content.count)
        buffer.withUnsafeMutableBytes { buffer in
            UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: content)
        }
    }

    @inlinable
    mutating func reserve<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Int {
        let offset = count
        writeInteger(Integer.zero)
        return offset
    }

    @inlinable
    mutating func patch<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        buffer.withUnsafeMutableBytes { $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Integer.self) }
    }

    /// Makes room for some bytes, and returns where they begin.
    @inlinable
    mutating func advance(by size: Int) -> Int {
        let offset = count
        count += size
        if count > buffer.count { grow() }
        return offset
    }

    /// Makes the buffer longer, with spare room. NB: slices of an array are copied at once, also in a debug build, which
    /// would append a repeated byte one by one.
    @usableFromInline
    mutating func grow() {
        let size = max(1024, 2 * count)
        buffer.reserveCapacity(size)
        while buffer.count < size { buffer.append(contentsOf: Self.spareRoom.prefix(size - buffer.count)) }
    }

    private static let spareRoom = [UInt8](repeating: 0, count: 4096)
}
