import Foundation
import HTTPTypes

/// A line of a head with the name and the value of a field (RFC 9112, section 5).
struct FieldLine {
    /// The fields that are about the connection.
    enum Role {
        case host, contentLength, transferEncoding, connection, expect
    }

    /// The longest, in bytes.
    private static let longest = 16 * 1024

    private let nameBytes: UnsafeRawBufferPointer
    private let known: Known?
    /// The value without the space around it.
    let value: UnsafeRawBufferPointer

    /// - Throws: `malformed`, also for one that goes on from the line before (obs-fold); `headTooLarge`.
    init(_ line: UnsafeRawBufferPointer) throws(RequestFault) {
        guard line.count <= Self.longest else { throw .headTooLarge }
        var colon = 0
        while colon < line.count, line[colon].isTokenByte { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else { throw .malformed }
        nameBytes = UnsafeRawBufferPointer(rebasing: line[..<colon])
        known = Self.known(nameBytes)
        value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed
        guard value.allSatisfy(\.isFieldByte) else { throw .malformed }
    }

    var role: Role? { known?.role }

    /// The field, its name made anew only if it is not one that most requests have.
    func field() throws(RequestFault) -> HTTPField {
        guard let name = known?.name ?? HTTPField.Name(String(decoding: nameBytes, as: UTF8.self)) else {
            throw .malformed
        }
        // NB: a value that is ASCII need not be validated.
        return value.allSatisfy { $0 < 0x80 }
            ? HTTPField(name: name, value: String(decoding: value, as: UTF8.self))
            : HTTPField(name: name, value: value)
    }

    // MARK: Names that are known

    private struct Known {
        let text: StaticString
        let name: HTTPField.Name
        let role: Role?

        init(_ text: StaticString, as role: Role? = nil) {
            guard let name = HTTPField.Name("\(text)") else { preconditionFailure("\(text) is no name of a field") }
            (self.text, self.name, self.role) = (text, name, role)
        }

        func isEqual(to bytes: UnsafeRawBufferPointer) -> Bool {
            // NB: of the bytes that a name may have, only a letter becomes a small one by this.
            (0..<bytes.count).allSatisfy { text.utf8Start[$0] == bytes[$0] | 0x20 }
        }
    }

    private static let names: [[Known]] = {
        let all = [
            Known("host", as: .host), Known("content-length", as: .contentLength),
            Known("transfer-encoding", as: .transferEncoding), Known("connection", as: .connection),
            Known("expect", as: .expect), Known("authorization"), Known("content-type"), Known("accept"),
            Known("accept-encoding"), Known("accept-language"), Known("user-agent"), Known("idempotency-key"),
            Known("participant"), Known("x-request-id"), Known("x-forwarded-for"), Known("x-forwarded-proto"),
            Known("forwarded"), Known("if-none-match"), Known("last-event-id"), Known("traceparent"),
            Known("cache-control"),
        ]
        let longest = all.map(\.text.utf8CodeUnitCount).max() ?? 0
        return (0...longest).map { length in all.filter { $0.text.utf8CodeUnitCount == length } }
    }()

    private static func known(_ bytes: UnsafeRawBufferPointer) -> Known? {
        guard bytes.count < names.count else { return nil }
        return names[bytes.count].first { $0.isEqual(to: bytes) }
    }
}

extension UnsafeRawBufferPointer {
    /// The same without spaces and tabs at both ends.
    var trimmed: UnsafeRawBufferPointer {
        var (begin, end) = (0, count)
        while begin < end, self[begin].isBlank { begin += 1 }
        while begin < end, self[end - 1].isBlank { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[begin..<end])
    }

    /// Whether this is a host, with or without a port, or nothing (RFC 9110, section 7.2; RFC 3986, section 3.2.2).
    var isHost: Bool {
        var index = 0
        if first == UInt8(ascii: "[") {
            guard let end = firstIndex(of: UInt8(ascii: "]")), end > 1 else { return false }
            guard self[1..<end].allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == .period }) else {
                return false
            }
            index = end + 1
        } else {
            while index < count, self[index].isHostByte { index += 1 }
            guard index > 0 || count == 0 else { return false }
        }
        guard index < count else { return true }
        return self[index] == UInt8(ascii: ":") && self[(index + 1)...].allSatisfy(\.isDigit) && count - index <= 6
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let period = UInt8(ascii: ".")

    var isBlank: Bool { self == .space || self == UInt8(ascii: "\t") }
    var isVisible: Bool { self > 0x20 && self < 0x7F }
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether a field's value may have the byte (RFC 9110, section 5.5).
    var isFieldByte: Bool { self >= 0x20 && self != 0x7F || self == UInt8(ascii: "\t") }

    /// Whether a token may have the byte (RFC 9110, section 5.6.2).
    var isTokenByte: Bool {
        if isLetter || isDigit { return true }
        return switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "#"),
            UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether the name of a host may have the byte. NB: without the comma, by which fields are joined.
    fileprivate var isHostByte: Bool {
        if isLetter || isDigit { return true }
        return switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "%"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
