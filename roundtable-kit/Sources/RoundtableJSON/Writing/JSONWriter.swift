public import Foundation

/// Writes JSON: in UTF-8, without spaces, straight into one buffer.
///
/// Name the members of an object in the order of their bytes, each once, so that equal values have equal JSON. Nothing
/// checks that but tests.
public struct JSONWriter: ~Copyable {
    /// Memory of its own: an array would ask at every byte whether it is shared and long enough.
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var count = 0
    @usableFromInline var capacity: Int
    /// Whether the next member or element follows another one.
    @usableFromInline var follows = false

    /// A text of nothing, with room for an answer of the usual size.
    public init() {
        capacity = SpareMemory.size
        start = SpareMemory.take()
    }

    deinit {
        if capacity == SpareMemory.size { SpareMemory.giveBack(start) } else { start.deallocate() }
    }

    /// Lends the bytes that were written.
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Writes an object, as the value of a member or as an element.
    @inlinable
    public mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        beginObject()
        try members(&self)
        endObject()
    }

    /// Begins an object; its members follow, then ``endObject()``.
    @inlinable
    public mutating func beginObject() {
        append(.openBrace)
        follows = false
    }

    /// Ends an object.
    @inlinable
    public mutating func endObject() {
        append(.closeBrace)
        follows = true
    }

    /// Writes an array, as the value of a member or as an element.
    @inlinable
    public mutating func array<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        beginArray()
        for element in elements {
            beginElement()
            try write(&self, element)
        }
        endArray()
    }

    /// Begins an array; its elements follow, each after ``beginElement()``, then ``endArray()``.
    @inlinable
    public mutating func beginArray() {
        append(.openBracket)
        follows = false
    }

    /// Begins an element of an array; its value must follow.
    @inlinable
    public mutating func beginElement() {
        if follows { append(.comma) }
        follows = true
    }

    /// Ends an array.
    @inlinable
    public mutating func endArray() {
        append(.closeBracket)
        follows = true
    }

    /// Begins a member; its value must follow.
    ///
    /// - Parameter name: without anything that must be escaped.
    @inlinable
    public mutating func name(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        if follows { put(.comma) }
        put(.quote)
        put(UnsafeBufferPointer(start: name.utf8Start, count: length))
        put(.quote)
        put(.colon)
        follows = true
    }

    /// Begins a member of any name.
    public mutating func name(_ name: String) {
        beginElement()
        string(name)
        append(.colon)
    }

    mutating func name(of name: UnsafeBufferPointer<UInt8>) {
        beginElement()
        string(of: name)
        append(.colon)
    }

    /// Begins a member that is called as a UUID.
    public mutating func name(_ uuid: UUID, uppercase: Bool) {
        beginElement()
        self.uuid(uuid, uppercase: uppercase)
        append(.colon)
    }

    /// Writes null.
    public mutating func null() { append("null") }

    /// Writes a string.
    public mutating func string(_ text: String) {
        // NB: without asking for a copy of it, as `withUTF8` does.
        if text.utf8.withContiguousStorageIfAvailable({ string(of: $0) }) == nil {
            Array(text.utf8).withUnsafeBufferPointer { string(of: $0) }
        }
    }

    /// Writes a whole number.
    public mutating func integer(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        integer(UInt64(number.magnitude))
    }

    /// Writes a whole number, which may be too large for an `Int`.
    public mutating func integer(_ number: UInt64) {
        reserve(20)
        let first = count
        var rest = number
        repeat {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var digits = UnsafeMutableBufferPointer(start: start + first, count: count - first)
        digits.reverse()
    }

    /// Writes a number as short as it can be read back; a whole one without a fraction.
    ///
    /// - Precondition: it is finite, as all of JSON's are.
    public mutating func number(_ number: Double) {
        precondition(number.isFinite, "JSON has no infinite numbers")
        let text = number.description.utf8
        for byte in text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...] { append(byte) }
    }

    /// Writes a truth value.
    public mutating func bool(_ bool: Bool) { append(bool ? "true" : "false") }

    /// Writes what is JSON already.
    public mutating func json(_ json: some ContiguousBytes) {
        json.withUnsafeBytes { append($0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// Writes a UUID as a string.
    public mutating func uuid(_ uuid: UUID, uppercase: Bool) {
        reserve(38)
        put(.quote)
        count += uuid.write(to: UnsafeMutableBufferPointer(start: start + count, count: 36), uppercase: uppercase)
        put(.quote)
    }
}

extension JSONWriter {
    /// Writes a string whose bytes these are, escaping only what must be.
    mutating func string(of text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 2)
        put(.quote)
        var rest = text[...]
        while true {
            rest = rest.dropFirst(putBeforeEscape(UnsafeBufferPointer(rebasing: rest)))
            guard let byte = rest.popFirst() else { break }
            append(escaped: byte)
            reserve(rest.count)
        }
        append(.quote)
    }

    /// Writes what comes before the first byte that must be escaped, eight bytes at once; all of them have room.
    ///
    /// - Returns: how many bytes that are.
    private mutating func putBeforeEscape(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = text.baseAddress else { return 0 }
        let source = UnsafeRawPointer(first)
        let target = UnsafeMutableRawPointer(start + count)
        var index = 0
        while index + 8 <= text.count {
            let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard !word.hasByteThatMustBeEscaped else { break }
            target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < text.count, !first[index].mustBeEscaped {
            start[count + index] = first[index]
            index += 1
        }
        count += index
        return index
    }

    private mutating func append(escaped byte: UInt8) {
        append(.backslash)
        if let letter = byte.escapeLetter { return append(letter) }
        append("u00")
        for digit in [byte >> 4, byte & 15] {
            append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }

    private mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count)
        put(text)
    }

    @inlinable
    mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    /// Sees to it that so many bytes have room.
    @inlinable
    mutating func reserve(_ length: Int) {
        if capacity - count < length { grow(by: length) }
    }

    @usableFromInline
    mutating func grow(by length: Int) {
        capacity = max(capacity * 2, count + length)
        let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        wider.update(from: start, count: count)
        start.deallocate()
        start = wider
    }

    /// Writes a byte that has room.
    @inlinable
    mutating func put(_ byte: UInt8) {
        start[count] = byte
        count += 1
    }

    /// Writes bytes that have room.
    @inlinable
    mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
        guard let source = text.baseAddress else { return }
        (start + count).update(from: source, count: text.count)
        count += text.count
    }
}

extension UInt64 {
    /// Whether one of its eight bytes is a quotation mark, a backslash or below a space.
    fileprivate var hasByteThatMustBeEscaped: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = self ^ (ones &* UInt64(UInt8.quote))
        let backslashes = self ^ (ones &* UInt64(UInt8.backslash))
        // A byte less something of it borrows into its highest bit if it was smaller; those that had that bit don't
        // count.
        let controls = (self &- ones &* 0x20) & ~self
        return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & (ones << 7) != 0
    }
}

/// The memory of texts that are done, to be used again: to allocate so much anew for each takes longer than to write
/// most of them.
private enum SpareMemory {
    static let size = 4096
    private static let limit = 64
    /// NB: a lock of Foundation's, for that of `Synchronization` is newer than iOS 16.
    private static let lock = NSLock()
    /// Reached by whoever holds ``lock``, and never freed; through a pointer it is not checked for overlapping
    /// accesses.
    private nonisolated(unsafe) static let spare = {
        let spare = UnsafeMutablePointer<[UnsafeMutablePointer<UInt8>]>.allocate(capacity: 1)
        spare.initialize(to: [])
        return spare
    }()

    static func take() -> UnsafeMutablePointer<UInt8> {
        lock.lock()
        let start = spare.pointee.popLast()
        lock.unlock()
        return start ?? .allocate(capacity: size)
    }

    static func giveBack(_ start: UnsafeMutablePointer<UInt8>) {
        lock.lock()
        let isKept = spare.pointee.count < limit
        if isKept { spare.pointee.append(start) }
        lock.unlock()
        if !isKept { start.deallocate() }
    }
}
