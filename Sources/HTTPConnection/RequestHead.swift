import Foundation
import HTTPTypes

/// The head of a request, and what it says about the request's framing and its connection (RFC 9112).
struct RequestHead {
    /// The way in which the end of the body is known.
    enum Framing: Equatable {
        case length(Int)
        case chunked
    }

    /// The answer that the client expects before it sends the body (RFC 9110, section 10.1.1).
    enum Expectation {
        case nothing, `continue`, unknown
    }

    /// Target, method and fields, without those that are only about the connection.
    let request: HTTPRequest
    /// Whether the version is HTTP/1.1, or a later one of HTTP/1.
    let isModern: Bool
    let framing: Framing
    let expectation: Expectation
    /// Whether the client lets another request follow on this connection.
    let keepsAlive: Bool

    /// The number of fields that most requests have.
    private static let usualFields = 8

    /// Whether there may be a body.
    var hasBody: Bool { framing != .length(0) }

    /// Reads a head in one pass.
    ///
    /// - Parameter bytes: the head with the empty line behind it. Each line ends in CR LF.
    /// - Throws: a fault; there is no telling where the next request begins.
    init(reading bytes: UnsafeRawBufferPointer) throws(RequestFault) {
        var lines = HeadLines(bytes)
        let line = try RequestLine(try lines.next() ?? UnsafeRawBufferPointer(rebasing: bytes[..<0]))
        var fields = HTTPFields()
        fields.reserveCapacity(Self.usualFields)
        var connection = ConnectionFields(isModern: line.isModern)
        while let text = try lines.next() {
            let field = try FieldLine(text)
            guard let role = field.role else {
                fields.append(try field.field())
                continue
            }
            try connection.note(field.value, as: role)
            if role == .expect { fields.append(HTTPField(name: .expect, value: field.value)) }
        }
        isModern = line.isModern
        framing = try connection.framing()
        expectation = connection.expectation
        keepsAlive = connection.keepsAlive && line.method != "CONNECT"
        request = try line.request(to: try connection.host(), with: fields)
    }
}

/// The lines of a head or of trailers, without their ends.
struct HeadLines {
    /// More fields than apps and proxies send.
    private static let mostLines = 101

    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var count = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next line; nil at the empty one.
    ///
    /// - Throws: `malformed`, if CR stands alone; `headTooLarge`, if there are too many lines.
    mutating func next() throws(RequestFault) -> UnsafeRawBufferPointer? {
        let begin = index
        while index < bytes.count, bytes[index] != .carriageReturn { index += 1 }
        guard index + 1 < bytes.count, bytes[index + 1] == .lineFeed else { throw .malformed }
        let line = UnsafeRawBufferPointer(rebasing: bytes[begin..<index])
        index += 2
        guard !line.isEmpty else { return nil }
        count += 1
        guard count <= Self.mostLines else { throw .headTooLarge }
        return line
    }
}

/// The first line of a head (RFC 9112, section 3).
private struct RequestLine {
    /// The longest target, in bytes: what RFC 9110 recommends, and what nginx takes in our configuration.
    private static let longestTarget = 8 * 1024

    let method: String
    let isModern: Bool
    /// The host that the target names itself; `Host` does not count then.
    let authority: String?
    /// The path with its query; `*` for the whole server.
    let path: String

    /// - Throws: `malformed`, `targetTooLong`, or `version` for one that is not of HTTP/1.
    init(_ line: UnsafeRawBufferPointer) throws(RequestFault) {
        guard let end = line.firstIndex(of: .space), end > 0, line[..<end].allSatisfy(\.isTokenByte),
            let last = line.lastIndex(of: .space), last > end
        else { throw .malformed }
        method = String(decoding: line[..<end], as: UTF8.self)
        isModern = try Self.isModern(UnsafeRawBufferPointer(rebasing: line[(last + 1)...]))
        let target = UnsafeRawBufferPointer(rebasing: line[(end + 1)..<last])
        (authority, path) = try Self.parts(of: target, for: method)
    }

    private static func isModern(_ version: UnsafeRawBufferPointer) throws(RequestFault) -> Bool {
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[5].isDigit, version[6] == .period,
            version[7].isDigit
        else { throw .malformed }
        guard version[5] == UInt8(ascii: "1") else { throw .version }
        return version[7] != UInt8(ascii: "0")
    }

    func request(to host: String?, with fields: HTTPFields) throws(RequestFault) -> HTTPRequest {
        guard let method = HTTPRequest.Method(method) else { throw .malformed }
        return HTTPRequest(
            method: method, scheme: "http", authority: authority ?? host, path: path,
            headerFields: fields)
    }

    /// The parts of a target, in each of its forms (RFC 9112, section 3.2).
    private static func parts(
        of bytes: UnsafeRawBufferPointer, for method: String
    ) throws(RequestFault) -> (authority: String?, path: String) {
        guard bytes.count <= longestTarget else { throw .targetTooLong }
        // NB: a fragment is never sent (RFC 9110, section 7.1).
        guard !bytes.isEmpty, bytes.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else { throw .malformed }
        let text = String(decoding: bytes, as: UTF8.self)
        if method == "CONNECT" {
            guard bytes.isHost, bytes.contains(UInt8(ascii: ":")) else { throw .malformed }
            return (text, "/")
        }
        if bytes[0] == UInt8(ascii: "/") || method == "OPTIONS" && text == "*" {
            return (nil, text)
        }
        return try parts(of: text)
    }

    /// The parts of a target that is a whole URL.
    private static func parts(of url: String) throws(RequestFault) -> (authority: String?, path: String) {
        guard let end = url.utf8.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(url[..<end].lowercased()), url[end...].utf8.starts(with: "://".utf8)
        else { throw .malformed }
        let rest = url[url.utf8.index(end, offsetBy: 3)...]
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let isHost = Array(host.utf8).withUnsafeBytes { !$0.isEmpty && $0.isHost }
        guard isHost else { throw .malformed }
        let path = rest[host.endIndex...]
        return (String(host), path.utf8.first == UInt8(ascii: "/") ? String(path) : "/" + path)
    }
}

/// The fields that are about the connection, as they were read.
private struct ConnectionFields {
    let isModern: Bool
    private var givenHost: String?
    private var length: Int?
    private var codings: [String]?
    private var hasCloseOption = false
    private var hasKeepAliveOption = false
    private(set) var expectation = RequestHead.Expectation.nothing

    init(isModern: Bool) { self.isModern = isModern }

    /// HTTP/1.0 ends a connection unless asked to keep it (RFC 9112, section 9.3).
    var keepsAlive: Bool { !hasCloseOption && (isModern || hasKeepAliveOption) }

    mutating func note(_ value: UnsafeRawBufferPointer, as role: FieldLine.Role) throws(RequestFault) {
        switch role {
        case .host:
            // NB: exactly one (RFC 9112, section 3.2).
            guard givenHost == nil, value.isHost else { throw .malformed }
            givenHost = String(decoding: value, as: UTF8.self)
        case .contentLength:
            // NB: also the same length twice, as those who read the message before may have read the other.
            guard length == nil, !value.isEmpty, value.allSatisfy(\.isDigit) else { throw .malformed }
            length = value.reduce(0) { min($0, 1 << 40) * 10 + Int($1 - UInt8(ascii: "0")) }
        case .transferEncoding:
            codings = codings ?? []
            codings?.append(contentsOf: Self.members(of: value))
        case .connection:
            for option in Self.members(of: value) {
                if option == "close" { hasCloseOption = true }
                if option == "keep-alive" { hasKeepAliveOption = true }
            }
        case .expect:
            guard isModern else { return }
            for member in Self.members(of: value) {
                if member != "100-continue" { expectation = .unknown }
                if expectation == .nothing { expectation = .continue }
            }
        }
    }

    func host() throws(RequestFault) -> String? {
        guard givenHost != nil || !isModern else { throw .malformed }
        return givenHost
    }

    /// The way in which the end of the body is known (RFC 9112, section 6.3).
    ///
    /// - Throws: `malformed`, if that is open to doubt; `coding`, if the body has one that is not known here.
    func framing() throws(RequestFault) -> RequestHead.Framing {
        guard let codings else { return .length(length ?? 0) }
        guard length == nil, isModern, codings.last == "chunked", codings.count(where: { $0 == "chunked" }) == 1
        else { throw .malformed }
        guard codings.count == 1 else { throw .coding }
        return .chunked
    }

    /// The members of a list, in lower case (RFC 9110, section 5.6.1).
    private static func members(of value: UnsafeRawBufferPointer) -> [String] {
        value.split(separator: UInt8(ascii: ",")).compactMap { part in
            let member = UnsafeRawBufferPointer(rebasing: part).trimmed
            return member.isEmpty ? nil : String(decoding: member, as: UTF8.self).lowercased()
        }
    }
}
