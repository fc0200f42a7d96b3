/// The lines before a body, as far as they matter for reading it.
struct AnswerHead {
    /// The way in which the body's end is found.
    enum Framing: Equatable { case length(Int), chunked }

    var status = 0
    var framing = Framing.length(0)
    var tag: String?
    /// Whether the service closes the connection after this answer.
    var closes = false

    /// Reads a head that ends with an empty line; nil for what isn't one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 12, bytes.starts(with: "HTTP/1.1 ".utf8) else { return nil }
        for digit in bytes[9..<12] {
            guard (48...57).contains(digit) else { return nil }
            status = status * 10 + Int(digit) - 48
        }
        var start = 12
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            start = end + 1
        }
    }

    private mutating func read(_ line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        func value() -> String {
            var rest = line[(colon + 1)...]
            while let byte = rest.first, Self.isBlank(byte) { rest.removeFirst() }
            while let byte = rest.last, Self.isBlank(byte) { rest.removeLast() }
            return String(decoding: rest, as: UTF8.self)
        }
        switch colon {
        case 14 where name.isText("content-length"): framing = .length(Int(value()) ?? 0)
        case 17 where name.isText("transfer-encoding"): framing = .chunked
        case 10 where name.isText("connection"): closes = value().lowercased() == "close"
        case 4 where name.isText("etag"): tag = value()
        default: break
        }
    }

    /// Whether a byte may stand around a value, or is the rest of the line's end.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

extension UnsafeRawBufferPointer {
    /// Whether these are the letters of a text, in any case.
    fileprivate func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return (0..<count).allSatisfy { self[$0] | 0x20 == text.utf8Start[$0] | 0x20 }
    }
}
