/// Finds the values of a JSON text and checks, on the same way, all that can be wrong with it.
///
/// It is strict (RFC 8259): well-formed UTF-8, no trailing commas, no comments, no lone surrogates; and nests at most
/// 512 levels deep, or fewer if the reader says so. So what is decoded later can't be malformed, whether somebody asks
/// for it or not.
struct JSONScanner {
    /// The text, which outlives the scanner. NB: reading from it is checked in debug builds only; nothing reads at a
    /// place that was not compared with its end before.
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private var position = 0
    private var nodes: [JSONNode] = []

    private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        nodes.reserveCapacity(bytes.count / 8 + 2)
    }

    /// The values of a text in the order in which they begin.
    static func nodes(of bytes: [UInt8], maximumDepth: Int) throws(JSONError) -> [JSONNode] {
        // NB: in Swift 6.0, which Xcode 16 has, what this takes may throw errors of any type only.
        try bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONError) in try nodes(of: bytes, maximumDepth: maximumDepth) }
        }.get()
    }

    private static func nodes(of bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws(JSONError) -> [JSONNode] {
        guard bytes.count < UInt32.max else { throw JSONError.syntax(offset: 0) }
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
        try scanner.scanValue(parent: 0, ordinal: 0, depth: 0)
        guard scanner.nextByte() == nil else { throw scanner.failure }
        return scanner.nodes
    }

    private var failure: JSONError { .syntax(offset: position) }

    /// The byte here, nil at the end.
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The next byte that is no white space; nil at the end.
    private mutating func nextByte() -> UInt8? {
        while let byte {
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard nextByte() == byte else { throw failure }
        position += 1
    }

    private mutating func add(_ kind: JSONNode.Kind, _ range: Range<Int>, parent: Int, ordinal: Int) {
        nodes.append(JSONNode(kind: kind, range: range, next: nodes.count + 1, parent: parent, ordinal: ordinal))
    }

    private mutating func scanValue(parent: Int, ordinal: Int, depth: Int) throws(JSONError) {
        let byte = nextByte()
        let start = position
        switch byte {
        case .quote: try scanString(parent: parent, ordinal: ordinal)
        case .openBrace, .openBracket: try scanContainer(parent: parent, ordinal: ordinal, depth: depth + 1)
        case UInt8(ascii: "t"): try scanWord("true", .true, parent: parent, ordinal: ordinal)
        case UInt8(ascii: "f"): try scanWord("false", .false, parent: parent, ordinal: ordinal)
        case UInt8(ascii: "n"): try scanWord("null", .null, parent: parent, ordinal: ordinal)
        default:
            try scanNumber()
            add(.number, start..<position, parent: parent, ordinal: ordinal)
        }
    }

    private mutating func scanWord(
        _ word: StaticString, _ kind: JSONNode.Kind, parent: Int, ordinal: Int
    ) throws(JSONError) {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes.count - position >= letters.count, bytes[position...].starts(with: letters) else { throw failure }
        add(kind, position..<(position + letters.count), parent: parent, ordinal: ordinal)
        position += letters.count
    }

    private mutating func scanContainer(parent: Int, ordinal: Int, depth: Int) throws(JSONError) {
        guard depth <= maximumDepth else { throw .tooDeep(maximum: maximumDepth) }
        let (index, start) = (nodes.count, position)
        let isObject = bytes[start] == .openBrace
        let end = isObject ? UInt8.closeBrace : .closeBracket
        add(isObject ? .object : .array, start..<start, parent: parent, ordinal: ordinal)
        position += 1
        if nextByte() != end {
            var count = 0
            while true {
                if isObject { try scanName(parent: index) }
                try scanValue(parent: index, ordinal: count, depth: depth)
                count += 1
                guard nextByte() == .comma else { break }
                position += 1
            }
        }
        try expect(end)
        nodes[index].close(end: position, next: nodes.count)
    }

    private mutating func scanName(parent: Int) throws(JSONError) {
        guard nextByte() == .quote else { throw failure }
        try scanString(parent: parent, ordinal: 0)
        try expect(.colon)
    }

    private mutating func scanNumber() throws(JSONError) {
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") { position += 1 } else { try scanDigits() }
        if byte == UInt8(ascii: ".") {
            position += 1
            try scanDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONError) {
        guard byte?.isDigit == true else { throw failure }
        while byte?.isDigit == true { position += 1 }
    }

    private mutating func scanString(parent: Int, ordinal: Int) throws(JSONError) {
        position += 1
        let start = position
        var isEscaped = false
        while true {
            while position < bytes.count, bytes[position].isUnescapedASCII { position += 1 }
            guard let byte, byte != .quote else { break }
            if byte == .backslash {
                isEscaped = true
                try scanEscape()
            } else {
                // A control character begins no scalar and is refused with all that doesn't.
                try scanScalar()
            }
        }
        add(isEscaped ? .escapedString : .string, start..<position, parent: parent, ordinal: ordinal)
        guard byte == .quote else { throw failure }
        position += 1
    }

    /// Passes one character of two to four bytes that is well-formed by table 3-7 of the Unicode standard.
    private mutating func scanScalar() throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[position] {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw failure
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]),
            bytes[(position + 2)..<(position + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw failure }
        position += length
    }

    private mutating func scanEscape() throws(JSONError) {
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            let unit = try scanUnit()
            guard unit & 0xF800 == 0xD800 else { return }
            guard unit < 0xDC00, byte == .backslash else { throw failure }
            position += 1
            guard byte == UInt8(ascii: "u"), try scanUnit() & 0xFC00 == 0xDC00 else { throw failure }
        case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw failure
        }
    }

    /// Passes escape `u` with four digits.
    private mutating func scanUnit() throws(JSONError) -> UInt16 {
        guard position + 5 <= bytes.count else { throw failure }
        let digits = bytes[(position + 1)..<(position + 5)]
        guard digits.allSatisfy({ $0.hexValue < 16 }) else { throw failure }
        position += 5
        return digits.reduce(0) { $0 << 4 | UInt16($1.hexValue) }
    }
}
