import HTTPTypes

/// What the bytes of a connection begin with: a request, if it is written as nearly all are. That is HTTP/1.1 with a short
/// head of ordinary fields and a body whose length it tells (RFC 9112). Everything else is for NIO's parser to understand
/// or to refuse.
enum PlainRequest {
    /// It has come as a whole: what it says, and where its body is.
    case whole(HTTPRequest, body: Range<Int>)
    /// More of it must come.
    case partial
    /// It is written in another way, or is none at all.
    case unusual

    /// The longest head that is read here.
    static let longestHead = 8 * 1024

    /// Reads some bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        var reader = HeadReader(bytes: bytes)
        do {
            let (request, length) = try reader.head()
            let body = reader.position..<(reader.position + length)
            self = body.upperBound <= bytes.count ? .whole(request, body: body) : .partial
        } catch {
            self = error == .end && bytes.count <= Self.longestHead ? .partial : .unusual
        }
    }
}

/// Reads a head from its first byte on.
private struct HeadReader {
    /// Why there is no head to be read.
    enum Obstacle: Error {
        /// The bytes end before it does.
        case end
        case unusual
    }

    let bytes: UnsafeRawBufferPointer
    var position = 0

    /// The head, and how long the body behind it is.
    mutating func head() throws(Obstacle) -> (HTTPRequest, bodyLength: Int) {
        let method = try method()
        let target = try target()
        try pass("HTTP/1.1\r\n")
        var host: String?
        var length: Int?
        var fields = HTTPFields()
        fields.reserveCapacity(12)
        while try peek() != UInt8(ascii: "\r") {
            guard fields.count < 64 else { throw .unusual }
            let name = try fieldName()
            let value = try fieldValue()
            switch FieldName(bytes[name]) {
            case .kept(let name): fields.append(field(name, value))
            case .host where host == nil: host = text(value)
            case .contentLength where length == nil:
                length = try number(value)
                fields.append(field(.contentLength, value))
            case .connection where text(value).lowercased() == "keep-alive": break
            case .host, .contentLength, .connection, .unusual: throw .unusual
            }
        }
        try pass("\r\n")
        guard let host, !host.isEmpty, length ?? 0 <= RequestBody.maximumLength, position <= PlainRequest.longestHead
        else {
            throw .unusual
        }
        let request = HTTPRequest(
            method: method, scheme: "http", authority: host, path: text(target), headerFields: fields)
        return (request, length ?? 0)
    }

    private mutating func method() throws(Obstacle) -> HTTPRequest.Method {
        let name = try characters { $0 &- UInt8(ascii: "A") < 26 }
        try pass(" ")
        switch text(name) {
        case "GET": return .get
        case "POST": return .post
        case "DELETE": return .delete
        case "PUT": return .put
        case "PATCH": return .patch
        case "HEAD": return .head
        default: throw .unusual
        }
    }

    /// A path, perhaps with a query, and the space behind it.
    private mutating func target() throws(Obstacle) -> Range<Int> {
        guard try peek() == UInt8(ascii: "/") else { throw .unusual }
        let target = try characters { $0.mayStandInTarget }
        try pass(" ")
        return target
    }

    private mutating func fieldName() throws(Obstacle) -> Range<Int> {
        let name = try characters { $0.mayStandInFieldName }
        try pass(":")
        guard !name.isEmpty else { throw .unusual }
        return name
    }

    /// What stands between the colon and the end of the line, without blanks around it.
    private mutating func fieldValue() throws(Obstacle) -> Range<Int> {
        let line = try characters { $0.mayStandInFieldValue }
        try pass("\r\n")
        guard let first = line.first(where: { !bytes[$0].isBlank }), let last = line.last(where: { !bytes[$0].isBlank })
        else { return line.lowerBound..<line.lowerBound }
        return first..<(last + 1)
    }

    private func field(_ name: HTTPField.Name, _ value: Range<Int>) -> HTTPField {
        HTTPField(name: name, value: text(value))
    }

    private func number(_ digits: Range<Int>) throws(Obstacle) -> Int {
        guard (1...9).contains(digits.count), bytes[digits].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            throw .unusual
        }
        return bytes[digits].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Only ASCII comes here.
    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    // MARK: Steps

    private func peek() throws(Obstacle) -> UInt8 {
        guard position < bytes.count else { throw .end }
        return bytes[position]
    }

    private mutating func pass(_ expected: StaticString) throws(Obstacle) {
        for index in 0..<expected.utf8CodeUnitCount {
            guard try peek() == expected.utf8Start[index] else { throw .unusual }
            position += 1
        }
    }

    /// All characters of a kind that come next; something else must follow.
    private mutating func characters(_ isOne: (UInt8) -> Bool) throws(Obstacle) -> Range<Int> {
        let start = position
        while isOne(try peek()) { position += 1 }
        return start..<position
    }
}

/// What a field of a request means to who reads it.
private enum FieldName {
    case host, contentLength, connection
    /// What changes how the request is to be read or answered.
    case unusual
    /// Any other.
    case kept(HTTPField.Name)

    /// The field of a name as it is written.
    init(_ name: Slice<UnsafeRawBufferPointer>) {
        for (known, field) in Self.known where name.count == known.utf8CodeUnitCount {
            let isSame = zip(name, UnsafeBufferPointer(start: known.utf8Start, count: name.count))
                .allSatisfy { $0 | 0x20 == $1 }
            if isSame {
                self = field
                return
            }
        }
        self = HTTPField.Name(String(decoding: name, as: UTF8.self)).map { .kept($0) } ?? .unusual
    }

    /// Names in small letters, as far as they mean something here or come often.
    private static let known: [(StaticString, FieldName)] = [
        ("authorization", .kept(.authorization)), ("host", .host), ("content-length", .contentLength),
        ("content-type", .kept(.contentType)), ("idempotency-key", .kept(.idempotencyKey)),
        ("participant", .kept(.participant)), ("accept-language", .kept(.acceptLanguage)),
        ("if-none-match", .kept(.ifNoneMatch)), ("user-agent", .kept(.userAgent)), ("accept", .kept(.accept)),
        ("accept-encoding", .kept(.acceptEncoding)), ("x-request-id", .kept(.requestID)),
        ("x-forwarded-for", .kept(.forwardedFor)), ("connection", .connection), ("transfer-encoding", .unusual),
        ("expect", .unusual), ("upgrade", .unusual), ("te", .unusual), ("trailer", .unusual),
        ("http2-settings", .unusual),
    ]
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
    }

    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Of the characters of a URL those that need no other look: no `#`, no quotation marks, no brackets.
    fileprivate var mayStandInTarget: Bool {
        isLetterOrDigit || self == UInt8(ascii: "/") || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: ".") || self == UInt8(ascii: "~") || self == UInt8(ascii: "?")
            || self == UInt8(ascii: "=") || self == UInt8(ascii: "&") || self == UInt8(ascii: "%")
    }

    fileprivate var mayStandInFieldName: Bool {
        isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }

    fileprivate var mayStandInFieldValue: Bool { self >= 0x20 && self < 0x7F || self == UInt8(ascii: "\t") }
}
