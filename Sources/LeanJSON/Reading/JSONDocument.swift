/// A JSON text with the places of its values.
package final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    /// Reads a text.
    init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        self.bytes = bytes
        nodes = try JSONScanner.nodes(of: bytes)
    }

    /// The nodes of an array's elements.
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

    private func isName(_ index: Int, equalTo name: UnsafeBufferPointer<UInt8>) -> Bool {
        let node = nodes[index]
        guard node.kind == .string else { return string(at: index).utf8.elementsEqual(name) }
        let range = node.range
        guard range.count == name.count else { return false }
        for offset in 0..<range.count where bytes[range.lowerBound + offset] != name[offset] { return false }
        return true
    }

    /// The way to a value from the outermost one.
    func path(to index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var index = index
        while index > 0 {
            let parent = nodes[index].parent
            let isMember = nodes[parent].kind == .object
            path.append(isMember ? NameKey(string(at: index - 1)) : IndexKey(nodes[index].ordinal))
            index = parent
        }
        return path.reversed()
    }
}

/// What values are.
extension JSONDocument {
    /// A string that is known to be one.
    func string(at index: Int) -> String {
        let node = nodes[index]
        if node.kind == .escapedString { return unescaped(bytes[node.range]) }
        return bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[node.range]), as: UTF8.self)
        }
    }

    private func unescaped(_ text: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == .backslash, let escape = rest.popFirst() else {
                result.append(byte)
                continue
            }
            if escape == UInt8(ascii: "u") {
                result.append(contentsOf: String(Self.scalar(from: &rest)).utf8)
            } else {
                result.append(escape.unescaped)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The character of one escape `u` with four digits, or of two that are a surrogate pair; the scanner has seen to it
    /// that they are.
    private static func scalar(from text: inout ArraySlice<UInt8>) -> Character {
        func unit() -> UInt32 {
            defer { text = text.dropFirst(4) }
            return text.prefix(4).reduce(0) { $0 << 4 | UInt32($1.hexValue) }
        }
        let first = unit()
        guard first & 0xFC00 == 0xD800 else { return Character(Unicode.Scalar(first) ?? "\u{FFFD}") }
        text = text.dropFirst(2)
        let scalar = 0x10000 + (first & 0x3FF) << 10 + unit() & 0x3FF
        return Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")
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
    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(at index: Int) -> Number? {
        let text = bytes[nodes[index].range]
        guard let number = Number(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
        return number == 0 && !DecimalText(text).isZero ? nil : number
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
