/// The characters that JSON is made of.
extension UInt8 {
    @inlinable static var quote: UInt8 { UInt8(ascii: "\"") }
    @inlinable static var backslash: UInt8 { UInt8(ascii: "\\") }
    @inlinable static var comma: UInt8 { UInt8(ascii: ",") }
    @inlinable static var colon: UInt8 { UInt8(ascii: ":") }
    @inlinable static var openBrace: UInt8 { UInt8(ascii: "{") }
    @inlinable static var closeBrace: UInt8 { UInt8(ascii: "}") }
    @inlinable static var openBracket: UInt8 { UInt8(ascii: "[") }
    @inlinable static var closeBracket: UInt8 { UInt8(ascii: "]") }

    /// Whether it may not stand in a string as it is.
    var mustBeEscaped: Bool { self < 0x20 || self == .quote || self == .backslash }

    /// Whether it may stand in a string as it is, and is a character by itself.
    var isUnescapedASCII: Bool { self < 0x80 && !mustBeEscaped }

    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// The letter that stands for it behind a backslash; nil if it has none.
    var escapeLetter: UInt8? {
        switch self {
        case .quote, .backslash: self
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }

    /// The character that it stands for behind a backslash.
    var unescaped: UInt8 {
        switch self {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "r"): 0x0D
        default: self
        }
    }

    /// Its value as a hexadecimal digit; 16 if it is none.
    var hexValue: UInt8 {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: 16
        }
    }
}
