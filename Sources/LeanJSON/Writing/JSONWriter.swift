/// JSON text that grows at its end: what is written is appended, nothing is built beside it.
@usableFromInline
struct JSONWriter: Sendable {
    /// The text so far.
    @usableFromInline var bytes: [UInt8] = []
    /// The members of the objects that are open, those of inner objects behind those of outer ones.
    var members: [Member] = []

    /// A text of nothing, with room for a small answer.
    init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    @inlinable
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(contentsOf other: [UInt8]) { bytes.append(contentsOf: other) }

    /// Writes a string in quotes, escaping only what must be: quotes, backslashes and control characters.
    mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { write(quoted: $0) }
    }

    /// Writes a string of which nothing must be escaped.
    mutating func write(plain text: ArraySlice<UInt8>) {
        append(.quote)
        bytes.append(contentsOf: text)
        append(.quote)
    }

    mutating func write(_ bool: Bool) { append(bool ? "true" : "false") }

    mutating func write(_ integer: some FixedWidthInteger) {
        guard let small = UInt64(exactly: integer.magnitude) else {
            return append(contentsOf: Array("\(integer)".utf8))
        }
        if integer < 0 { append(UInt8(ascii: "-")) }
        write(digitsOf: small)
    }

    /// Writes a number as short as it can be read back; a whole one without a fraction.
    ///
    /// - Precondition: it is finite.
    mutating func write(_ number: some BinaryFloatingPoint & CustomStringConvertible) {
        let text = number.description.utf8
        bytes.append(contentsOf: text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
    }

    private mutating func write(digitsOf number: UInt64) {
        guard number > 9 else { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)) }
        let start = bytes.count
        var rest = number
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// Writes a string whose bytes these are.
    mutating func write(quoted text: UnsafeBufferPointer<UInt8>) {
        append(.quote)
        var start = 0
        for index in 0..<text.count where text[index].mustBeEscaped {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            write(escaped: text[index])
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        append(.quote)
    }

    private mutating func write(escaped byte: UInt8) {
        append(.backslash)
        if let letter = byte.escapeLetter { return append(letter) }
        append("u00")
        for digit in [byte >> 4, byte & 15] {
            append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}

extension JSONWriter {
    /// How far a text was, to return to when a value turns out to have no JSON.
    struct Mark {
        fileprivate let bytes: Int
        fileprivate let members: Int
    }

    /// How far the text is.
    var mark: Mark { Mark(bytes: bytes.count, members: members.count) }

    /// Takes back what was written since.
    mutating func rewind(to mark: Mark) {
        bytes.removeLast(bytes.count - mark.bytes)
        members.removeLast(members.count - mark.members)
    }
}
