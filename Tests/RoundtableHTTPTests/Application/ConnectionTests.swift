import Foundation
import HTTPConnection
import NIOCore
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Connections of a live server", .database, .serialized)
struct LiveConnectionTests {
    private static let host = "Host: table.example\r\n"
    private static let chunked = "POST /v1/players HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"

    /// Time is short here for those who are waited for, if anybody is to be.
    private static func settings(isPatient: Bool = false) -> Server.Settings {
        var settings = Server.Settings()
        var limits = settings.application.connections
        (limits.idle, limits.head, limits.body) = (.milliseconds(1500), .seconds(1), .seconds(1))
        if isPatient { (limits.idle, limits.head, limits.body) = (.seconds(3600), .seconds(3600), .seconds(3600)) }
        limits.farewell = .milliseconds(300)
        settings.application.connections = limits
        return settings
    }

    /// What a server says to some bytes until it ends the connection: its answers, with the last one's code.
    private func answers(_ bytes: String, thenNothing: Bool = false, isPatient: Bool = true) async throws -> String {
        nonisolated(unsafe) var received = ""
        try await Server.run(Self.settings(isPatient: isPatient)) { server in
            let connection = try server.connect()
            try connection.send(bytes)
            if thenNothing { connection.endSending() }
            received = try await connection.readToEnd()
        }
        let lines = received.components(separatedBy: "\r\n")
        // NB: nothing stands between the body of one and the head of the next.
        let statuses = received.matches(of: /HTTP\/1\.1 ([0-9]{3})/).map { String($0.1) }
        for field in ["X-Request-ID: ", "Server: roundtable", "Date: "] where !received.isEmpty {
            #expect(lines.contains { $0.lowercased().hasPrefix(field.lowercased()) }, "no \(field) in \(received)")
        }
        let code = received.matches(of: /"code":"([a-z_]+)"/).last?.1
        #expect(code == nil || lines.contains { $0.lowercased() == "content-type: application/problem+json" })
        return (statuses + [code.map(String.init) ?? ""]).joined(separator: " ")
    }

    @Test(
        "what can't be read is refused with a problem",
        arguments: [
            (chunked + "zz\r\n", "400 bad_request"), (chunked + "2\r\n{}xx", "400 bad_request"),
            (chunked + "2\r\n{}\r\n-1\r\n", "400 bad_request"), ("nonsense\r\n\r\n", "400 bad_request"),
            ("GET / HTTP/3.7\r\n\(host)\r\n", "505 version_not_supported"),
            ("GET / HTTP/1.1\r\nA B: c\r\n\r\n", "400 bad_request"),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: x\r\n\r\n", "400 bad_request"),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400 bad_request"),
            (chunked + "2\r\n{}\r\n0\r\n\r\nnonsense\r\n\r\n", "201 400 bad_request"),
            ("POST /v1/sessions HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n", "400 bad_request"),
        ])
    func unreadable(bytes: String, expected: String) async throws {
        let received = try await answers(bytes)
        #expect(received == expected)
    }

    @Test("a head that is too large is refused as that", arguments: ["field", "target", "fields"])
    func large(part: String) async throws {
        let long = String(repeating: "a", count: 40_000)
        let bytes =
            switch part {
            case "field": "GET / HTTP/1.1\r\n\(Self.host)A: \(long)\r\n\r\n"
            case "target": "GET /\(long) HTTP/1.1\r\n\(Self.host)\r\n"
            default: "GET / HTTP/1.1\r\n\(Self.host)\(String(repeating: "A: b\r\n", count: 200))\r\n"
            }
        let received = try await answers(bytes)
        #expect(received == (part == "target" ? "414 uri_too_long" : "431 headers_too_large"))
    }

    @Test(
        "what ends before its end is refused with a problem",
        arguments: [
            (chunked + "5\r\nab", "400 bad_request"), (chunked, "400 bad_request"),
            ("POST /v1/players HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{", "400 bad_request"),
            ("GET /v1/players/me HTTP/1.1\r\nHost", "400 bad_request"), ("", ""),
        ])
    func early(bytes: String, expected: String) async throws {
        let received = try await answers(bytes, thenNothing: true)
        #expect(received == expected)
    }

    @Test(
        "what never comes to its end is answered with 408, and who says nothing with nothing",
        arguments: [
            ("GET", "408 request_timeout"), ("GET /healthz HTTP/1.1\r\nHost: a\r\n", "408 request_timeout"),
            ("GET /healthz HTTP/1.0\r\nHost: a\r\n", "408 request_timeout"),
            ("POST /v1/players HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{", "408 request_timeout"),
            (chunked + "2\r\n{", "408 request_timeout"),
            ("GET /v1/sessions HTTP/1.1\r\n\(host)TE: trailers\r\n\r\n", "405 method_not_allowed"), ("", ""),
        ])
    func unfinished(bytes: String, expected: String) async throws {
        let received = try await answers(bytes, isPatient: false)
        #expect(received == expected)
    }

    @Test("a connection of which the client keeps its half ends", arguments: ["Connection: close\r\n", ""])
    func farewell(field: String) async throws {
        let request = "GET /v1/players HTTP/1.1\r\n\(Self.host)\(field)\r\n"
        #expect(try await answers(request, isPatient: false) == "405 method_not_allowed")
    }

    @Test("a held read and a stream are not cut, however long nothing happens")
    func held() async throws {
        try await Server.run(Self.settings()) { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            let head = "HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(guest.token)\r\n\r\n"
            let (reader, listener) = (try server.connect(), try server.connect())
            try listener.send("GET /v1/sessions/\(session)/stream \(head)")
            #expect(try await listener.read(until: "id: 1\ndata: {\"revision\":1}\n\n").hasPrefix("HTTP/1.1 200"))
            try reader.send("GET /v1/sessions/\(session)?wait=2 \(head)")
            #expect(try await reader.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 304"))
            let body = guest.request(["revision": 1, "move": "Base=base01", "send": "now"], [:]).text
            let mover = try server.connect()
            try mover.send(
                "POST /v1/sessions/\(session)/turns HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(guest.token)\r\n"
                    + "Idempotency-Key: move\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            _ = try await listener.read(until: "data: {\"revision\":2}\n\n")
        }
    }
}
