/// A number as JSON writes it: its digits, and the power of ten that they are multiplied with.
///
/// The text is looked at where it is, from end to end, so that a number takes time that grows with its digits.
struct DecimalText {
    /// Whether it is 0, however it is written.
    private(set) var isZero = true
    private var isNegative = false
    /// From the first digit to the last one that is not 0; the point may be among them.
    private var digits: ArraySlice<UInt8>
    /// The power of ten that the digits are multiplied with.
    private var exponent = 0

    init(_ text: ArraySlice<UInt8>) {
        digits = text.prefix(0)
        var (first, last) = (text.startIndex, text.startIndex)
        /// The digits behind the point so far, and those of them up to the last one that is not 0.
        var (fraction, scale) = (0, 0)
        /// The zeros before the point that follow all that is not 0.
        var zeros = 0
        var isBehindPoint = false
        scanning: for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "-"):
                isNegative = true
                first = index + 1
            case UInt8(ascii: "."):
                isBehindPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent = Self.power(text[(index + 1)...])
                break scanning
            case let digit:
                if isBehindPoint { fraction += 1 } else { zeros += 1 }
                guard digit != UInt8(ascii: "0") else { continue }
                (isZero, last, zeros) = (false, index, 0)
                if isBehindPoint { scale = fraction }
            }
        }
        exponent += zeros - scale
        if !isZero { digits = text[first...last] }
    }

    /// The number as an integer; nil if it has a fraction or doesn't fit.
    func integer<Integer: FixedWidthInteger>() -> Integer? {
        var result: Integer = 0
        if isZero { return result }
        // No integer of 128 bits has more digits than this.
        guard exponent >= 0, exponent < 40 else { return nil }
        for byte in digits where byte.isDigit {
            guard result.append(digit: byte - UInt8(ascii: "0"), isNegative: isNegative) else { return nil }
        }
        for _ in 0..<exponent {
            guard result.append(digit: 0, isNegative: isNegative) else { return nil }
        }
        return result
    }

    /// The number in floating point, where one division or multiplication of two numbers without an error gives it; nil
    /// elsewhere, which is rare.
    ///
    /// Source: W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990.
    var exactNumber: Double? {
        guard digits.count <= 16, abs(exponent) < Self.powersOfTen.count else { return nil }
        var mantissa = 0
        for byte in digits where byte.isDigit { mantissa = mantissa * 10 + Int(byte - UInt8(ascii: "0")) }
        guard mantissa < 1 << 53 else { return nil }
        let power = Self.powersOfTen[abs(exponent)]
        let magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return isNegative ? -magnitude : magnitude
    }

    /// Whether both are the same number, however each is written.
    func hasSameValue(as other: DecimalText) -> Bool {
        if isZero || other.isZero { return isZero == other.isZero }
        return isNegative == other.isNegative && exponent == other.exponent
            && significantDigits.elementsEqual(other.significantDigits)
    }

    /// From the first digit that is not 0 to the last.
    private var significantDigits: some Sequence<UInt8> {
        digits.lazy.filter(\.isDigit).drop { $0 == UInt8(ascii: "0") }
    }

    /// The powers of ten that floating point has without an error.
    private static let powersOfTen = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Whether a valid number is a fraction that ``JSONWriter`` would write in the same way: 15 digits at most, the
    /// last one not 0, no exponent, and no 0 right behind the point of a number below 1.
    ///
    /// No two decimals of 15 digits are the same number in floating point, so none of them has a shorter text.
    static func isShortest(_ text: ArraySlice<UInt8>) -> Bool {
        let magnitude = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard magnitude.count <= 16, let last = magnitude.last, last.isDigit, last != UInt8(ascii: "0") else {
            return false
        }
        var hasPoint = false
        for byte in magnitude {
            if byte == UInt8(ascii: ".") { hasPoint = true } else if !byte.isDigit { return false }
        }
        return hasPoint && !(magnitude.starts(with: "0.0".utf8))
    }

    /// A written exponent, as far as it makes a difference.
    private static func power(_ text: ArraySlice<UInt8>) -> Int {
        let magnitude = text.reduce(0) { $1.isDigit ? min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000_000) : $0 }
        return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
    }
}
