/// A number as JSON writes it: digits, and where the point is among them.
struct DecimalText {
    private var isNegative = false
    /// All digits, without zeros at the end.
    private var digits: [UInt8] = []
    /// The power of ten that the digits are multiplied with.
    private var exponent = 0

    /// Takes a valid number apart.
    init(_ text: ArraySlice<UInt8>) {
        let parts = text.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        for byte in parts.first ?? [] {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): exponent = -1
            default:
                digits.append(byte - UInt8(ascii: "0"))
                // Before the point the exponent is 0; behind it, it counts down from -1.
                if exponent < 0 { exponent -= 1 }
            }
        }
        if exponent < 0 { exponent += 1 }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if parts.count > 1 { exponent += Self.power(parts[1]) }
    }

    /// Whether it is 0, however it is written.
    var isZero: Bool { digits.isEmpty }

    /// The number as an integer; nil if it has a fraction or doesn't fit.
    func integer<Integer: FixedWidthInteger>() -> Integer? {
        var result: Integer = 0
        if isZero { return result }
        // No integer of 128 bits has more digits than this.
        guard exponent >= 0, exponent < 40 else { return nil }
        for digit in digits + Array(repeating: 0, count: exponent) {
            guard result.append(digit: digit, isNegative: isNegative) else { return nil }
        }
        return result
    }

    /// A written exponent, as far as it makes a difference.
    private static func power(_ text: ArraySlice<UInt8>) -> Int {
        let magnitude = text.reduce(0) { $1.isDigit ? min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000_000) : $0 }
        return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
    }
}
