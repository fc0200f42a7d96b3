/// A JSON text with the places of its values.
public final class JSONDocument: Sendable {
    /// The levels of arrays and objects that are read.
    public static let maximumDepth = 512

    let bytes: [UInt8]
    let nodes: [JSONNode]

    /// Reads a text, which may nest at most so many levels deep.
    public init(_ bytes: [UInt8], maximumDepth: Int = JSONDocument.maximumDepth) throws(JSONError) {
        self.bytes = bytes
        nodes = try JSONScanner.nodes(of: bytes, maximumDepth: maximumDepth)
    }

    /// The outermost value.
    public var root: JSONElement { JSONElement(self, 0) }

    func elements(of array: Int) -> some Sequence<Int> {
        sequence(state: array + 1) { [nodes, end = nodes[array].next] index in
            guard index < end else { return nil }
            defer { index = nodes[index].next }
            return index
        }
    }

    /// The nodes of an object's names; each one's value is the node behind it.
    func names(of object: Int) -> some Sequence<Int> {
        sequence(state: object + 1) { [nodes, end = nodes[object].next] index in
            guard index < end else { return nil }
            defer { index = nodes[index + 1].next }
            return index
        }
    }

    /// The value of an object's first member of that name.
    func member(_ name: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
        var index = object + 1
        let end = nodes[object].next
        while index < end {
            if isName(index, equalTo: name) { return index + 1 }
            index = nodes[index + 1].next
        }
        return nil
    }

    /// Whether a member's name has these bytes. Names are never compared as texts: to find out whether two texts are
    /// canonically equivalent takes time that grows with the square of a run of combining marks.
    func isName(_ index: Int, equalTo name: UnsafeBufferPointer<UInt8>) -> Bool {
        let node = nodes[index]
        let range = node.range
        guard node.kind == .string else { return isEscaped(range, equalTo: name) }
        guard range.count == name.count else { return false }
        for offset in 0..<range.count where bytes[range.lowerBound + offset] != name[offset] { return false }
        return true
    }

    /// The same of a name with escapes. NB: nothing is set aside for it; there may be thousands of them, each compared
    /// with each name that is looked for. An escape has at most six bytes for one.
    private func isEscaped(_ range: Range<Int>, equalTo name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard (name.count...6 * name.count).contains(range.count) else { return false }
        return UnescapedText(bytes, range).elementsEqual(name)
    }

    /// The way to a value from the outermost one: the names of members and the places of elements, with points between.
    ///
    /// Of a long way only the end is told, and of a long name only the beginning: it is for a sentence of an error.
    func path(to index: Int) -> String {
        var path: [String] = []
        var index = index
        while index > 0, path.count < Self.longestPath {
            let parent = nodes[index].parent
            let isMember = nodes[parent].kind == .object
            path.append(isMember ? beginning(ofName: index - 1) : String(nodes[index].ordinal))
            index = parent
        }
        if index > 0 { path.append("…") }
        return path.reversed().joined(separator: ".")
    }

    /// The most names and places of a path that are told.
    private static let longestPath = 8
    /// The most bytes of a name in a path that are told; a character that has begun is told whole.
    private static let longestName = 40

    private func beginning(ofName index: Int) -> String {
        var name: [UInt8] = []
        for byte in UnescapedText(bytes, nodes[index].range) {
            guard name.count < Self.longestName || byte & 0xC0 == 0x80 else {
                return String(decoding: name, as: UTF8.self) + "…"
            }
            name.append(byte)
        }
        return String(decoding: name, as: UTF8.self)
    }
}

/// Reading of values.
extension JSONDocument {
    /// A string that is known to be one.
    func string(at index: Int) -> String { String(decoding: stringBytes(at: index), as: UTF8.self) }

    /// The bytes of a string that is known to be one, as they would be without escapes.
    func stringBytes(at index: Int) -> ArraySlice<UInt8> {
        let node = nodes[index]
        guard node.kind == .escapedString else { return bytes[node.range] }
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(node.range.count)
        unescaped.append(contentsOf: UnescapedText(bytes, node.range))
        return unescaped[...]
    }

    /// A number that is known to be one as an integer; nil if it is none of that type.
    func integer<Integer: FixedWidthInteger>(at index: Int) -> Integer? {
        let text = bytes[nodes[index].range]
        let isNegative = text.first == UInt8(ascii: "-")
        var result: Integer = 0
        for byte in isNegative ? text.dropFirst() : text {
            guard byte.isDigit else { return DecimalText(text).integer() }
            guard result.append(digit: byte - UInt8(ascii: "0"), isNegative: isNegative) else { return nil }
        }
        return result
    }

    /// A number that is known to be one in floating point; nil if it is too large, or too small to be told from 0.
    func number(at index: Int) -> Double? {
        let text = bytes[nodes[index].range]
        let decimal = DecimalText(text)
        if let number = decimal.exactNumber { return number }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
        return number == 0 && !decimal.isZero ? nil : number
    }
}

/// Numbers that keep their value.
extension JSONElement {
    /// The first number in it that an integer of 64 bits with its sign doesn't hold, and floating point only nearly: the
    /// shortest text for that is of another value.
    @_spi(Roundtable) public var rounded: JSONElement? {
        (index..<document.nodes[index].next).lazy.map { JSONElement(document, $0) }.first(where: \.isRounded)
    }

    private var isRounded: Bool {
        guard kind == .number, (integerIfWhole() as Int?) == nil else { return false }
        let text = document.bytes[document.nodes[index].range]
        guard !DecimalText.isShortest(text) else { return false }
        guard let number = document.number(at: index) else { return true }
        return !DecimalText(Array(number.description.utf8)[...]).hasSameValue(as: DecimalText(text))
    }
}

extension FixedWidthInteger {
    /// Appends a decimal digit; false if there is no room for it.
    @inline(__always)
    mutating func append(digit: UInt8, isNegative: Bool) -> Bool {
        let (tens, isTooLarge) = multipliedReportingOverflow(by: 10)
        let digit = Self(truncatingIfNeeded: digit)
        let (sum, overflows) =
            isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
        self = sum
        return !isTooLarge && !overflows
    }
}
