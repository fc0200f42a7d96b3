/// The bytes of a string as they would be without escapes, one by one, so that it can be compared, or its beginning
/// told, without a copy of it.
struct UnescapedText: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index: Int
    private let end: Int
    /// The remaining bytes of a character that was escaped, its next byte lowest; none of them is 0.
    private var rest: UInt32 = 0

    /// A string that the scanner has found to be one.
    ///
    /// - Parameter range: its text without the quotes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> UInt8? {
        guard rest == 0 else {
            defer { rest >>= 8 }
            return UInt8(truncatingIfNeeded: rest)
        }
        guard index < end else { return nil }
        let byte = take()
        guard byte == .backslash else { return byte }
        let escape = take()
        guard escape == UInt8(ascii: "u") else { return escape.unescaped }
        let scalar = scalar()
        guard !scalar.isASCII else { return UInt8(truncatingIfNeeded: scalar.value) }
        let all = scalar.utf8.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        rest = all >> 8
        return UInt8(truncatingIfNeeded: all)
    }

    private mutating func take() -> UInt8 {
        defer { index += 1 }
        return bytes[index]
    }

    /// The character of one escape `u` with four digits, or of two that are a surrogate pair; the scanner has seen to
    /// it that they are.
    private mutating func scalar() -> Unicode.Scalar {
        let first = unit()
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        index += 2
        let scalar = 0x10000 + (first & 0x3FF) << 10 + unit() & 0x3FF
        return Unicode.Scalar(scalar) ?? "\u{FFFD}"
    }

    private mutating func unit() -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 { unit = unit << 4 | UInt32(take().hexValue) }
        return unit
    }
}
