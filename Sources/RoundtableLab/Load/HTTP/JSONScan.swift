import Foundation

/// Finds single members in JSON that a service wrote, without building anything of the rest.
///
/// Fit for well-formed JSON only; anything else finds nothing, and never reads outside the bytes.
struct JSONScan {
    /// The text.
    let bytes: UnsafeRawBufferPointer

    /// A whole number.
    func integer(at path: [StaticString]) -> Int? {
        guard var offset = value(at: path) else { return nil }
        var (number, digits) = (0, 0)
        while offset < bytes.count, case let digit = Int(bytes[offset]) - 48, (0...9).contains(digit), digits < 18 {
            number = number * 10 + digit
            digits += 1
            offset += 1
        }
        return digits == 0 ? nil : number
    }

    /// A text without escapes, as identifiers and tokens are.
    func text(at path: [StaticString]) -> String? {
        guard let offset = value(at: path), byte(offset) == UInt8(ascii: "\"") else { return nil }
        let end = endOfText(offset)
        guard end > offset + 1, end <= bytes.count else { return nil }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[offset + 1..<end - 1]), as: UTF8.self)
    }

    /// Whether there is `true`.
    func isTrue(at path: [StaticString]) -> Bool? { value(at: path).map { isText("true", at: $0) } }

    private func value(at path: [StaticString]) -> Int? {
        var offset = skipSpace(0)
        for name in path {
            guard let found = member(name, ofObjectAt: offset) else { return nil }
            offset = found
        }
        return offset
    }

    private func member(_ name: StaticString, ofObjectAt start: Int) -> Int? {
        guard byte(start) == UInt8(ascii: "{") else { return nil }
        var offset = skipSpace(start + 1)
        while byte(offset) == UInt8(ascii: "\"") {
            let nameEnd = endOfText(offset)
            let isMatch = nameEnd - offset - 2 == name.utf8CodeUnitCount && isText(name, at: offset + 1)
            offset = skipSpace(nameEnd)
            guard byte(offset) == UInt8(ascii: ":") else { return nil }
            offset = skipSpace(offset + 1)
            if isMatch { return offset }
            offset = skipSpace(endOfValue(offset))
            guard byte(offset) == UInt8(ascii: ",") else { return nil }
            offset = skipSpace(offset + 1)
        }
        return nil
    }

    private func isText(_ name: StaticString, at offset: Int) -> Bool {
        guard let base = bytes.baseAddress, offset + name.utf8CodeUnitCount <= bytes.count else { return false }
        return memcmp(base + offset, name.utf8Start, name.utf8CodeUnitCount) == 0
    }

    /// Behind the closing quote of the text that begins here.
    private func endOfText(_ start: Int) -> Int {
        guard let base = bytes.baseAddress else { return bytes.count }
        var offset = start + 1
        while offset < bytes.count, let found = memchr(base + offset, 0x22, bytes.count - offset) {
            let quote = UnsafeRawPointer(found) - base
            var before = quote
            while before > start + 1, bytes[before - 1] == UInt8(ascii: "\\") { before -= 1 }
            if (quote - before).isMultiple(of: 2) { return quote + 1 }
            offset = quote + 1
        }
        return bytes.count
    }

    private func endOfValue(_ start: Int) -> Int {
        var (offset, depth) = (start, 0)
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset = endOfText(offset)
                if depth == 0 { return offset }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return offset }
                depth -= 1
                if depth == 0 { return offset + 1 }
            case UInt8(ascii: ",") where depth == 0: return offset
            default: break
            }
            offset += 1
        }
        return offset
    }

    private func skipSpace(_ start: Int) -> Int {
        var offset = start
        while let next = byte(offset), next == 0x20 || (0x09...0x0D).contains(next) { offset += 1 }
        return offset
    }

    private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }
}
