import Foundation
import HTTPTypes
import Logging
import NIOCore
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("The way of every request", .database, .serialized)
struct PipelineTests {
    /// What a server answers to requests of the routes that are asked most, good and bad: statuses and codes.
    private static func answers(_ settings: Server.Settings) async throws -> [String] {
        nonisolated(unsafe) var answers: [String] = []
        try await Server.run(settings) { server in
            func note(_ answer: Reply) {
                #expect(answer.header("X-Request-ID")?.isEmpty == false)
                #expect((answer.header("WWW-Authenticate") != nil) == (answer.status == 401))
                let isView = answer.header("Vary") == "Authorization, Participant, Accept-Language"
                #expect((answer.header("ETag") != nil) == isView)
                #expect(answer.header("Cache-Control") == (isView ? "private, no-cache" : "no-store"))
                let word = (answer["code"] ?? answer["status"] ?? answer["tapped", "status"])?.string
                answers.append("\(answer.status) \(word ?? (isView ? "view" : "–"))")
            }
            let guests = try await server.guests(3)
            let session = try await server.twoAtTable(Array(guests.prefix(2)))
            let turn = try await server.move("b2", in: session, at: 2, by: guests[0])
            note(turn)
            let token = try #require(turn["message", "token"]?.string)
            note(try await server.move("b2", in: session, at: 3, by: guests[1]))
            note(try await server.move("b2", in: session, at: 3, by: guests[1], ["revision": "x"]))
            note(try await server.move("b\u{0}2", in: session, at: 3, by: guests[1]))
            note(try await server.move(["b2"], in: session, at: 3, by: guests[1]))
            note(try await server.move("a1", in: session, at: 3, by: guests[1], ["send": "later"]))
            note(try await server.move("a1", in: session, at: 3, by: guests[1], ["locale": nil, "seat": 1]))
            note(try await server.move("a1", in: session, at: 3, by: guests[1], key: ""))
            note(try await server.move("a1", in: "nowhere", at: 3, by: guests[1]))
            note(try await server.tap(token, by: guests[1], from: guests[0]))
            note(try await server.tap(token, by: guests[2], from: nil))
            note(try await server.tap("nonsense", by: guests[1], from: guests[0]))
            note(try await server.post("/v1/messages/\(token)/sent", [:], by: guests[0], key: ""))
            note(
                try await server.post("/v1/messages/\(token)/sent", guests[0].request([:], [:]), by: guests[0], key: "")
            )
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            note(view)
            note(
                try await server.get(
                    "/v1/sessions/\(session)", by: guests[0], headers: ["If-None-Match": view.header("ETag") ?? ""]))
            note(try await server.get("/v1/sessions/\(session)", by: guests[0], headers: ["Participant": "nobody"]))
            note(try await server.get("/v1/sessions/\(session)"))
            note(try await server.get("/v1/sessions/\(UUID())", by: guests[0]))
        }
        return answers
    }

    @Test("requests are answered in the same way, whatever is switched on", arguments: [false, true])
    func watched(isWatched: Bool) async throws {
        var settings = Server.Settings(requestsPerMinute: isWatched ? 10_000 : nil)
        (settings.application.logsRequests, settings.application.traces) = (isWatched, isWatched)
        #expect(try await Self.answers(settings) == Self.expected)
    }

    private static let expected = [
        "201 –", "422 illegal_move", "400 bad_request", "400 bad_request", "422 illegal_move", "400 bad_request",
        "201 –", "400 bad_request", "404 not_found", "200 earlier", "200 earlier", "404 not_found", "200 earlier",
        "200 earlier", "200 view", "304 view", "400 bad_request", "401 unauthenticated", "404 not_found",
    ]

    @Test("requests that come one behind the other at once are all answered, in their order")
    func pipelined() async throws {
        try await Server.run { server in
            let connection = try server.connect()
            let requests = (0..<2000).map { number in
                let close = number == 1999 ? "Connection: close\r\n" : ""
                return
                    "GET /v1/sessions/\(UUID()) HTTP/1.1\r\nHost: table.example\r\n"
                    + "\(close)X-Request-ID: n\(number)\r\n\r\n"
            }
            try connection.send(requests.joined())
            let answers = try await connection.readToEnd()
            let named = answers.matches(of: /HTTP\/1\.1 ([0-9]{3})[^{]*?X-Request-ID: (n[0-9]+)/).map {
                "\($0.1) \($0.2)"
            }
            #expect(named == (0..<2000).map { "401 n\($0)" })
        }
    }

    @Test("whoever comes when too many requests are under way is told at once to come back, whatever they ask")
    func admitted() async throws {
        var settings = Server.Settings()
        settings.application.requestsAtOnce = 0
        try await Server.run(settings) { server in
            for path in ["/v1/games", "/openapi.yaml", "/m/x/changes"] {
                let answer = try await server.get(path)
                expect(answer, isProblem: .unavailable)
                #expect(answer.header("Retry-After") == "1")
            }
            let page = try await server.get("/m/x", headers: ["Accept": "text/html"])
            expect(page, is: 503)
            #expect(page.header("Retry-After") == "1")
            expect(try await server.get("/healthz"), is: 200)
        }
    }

    @Test(
        "what its head alone is enough to refuse is refused before its body comes, and closes no connection",
        arguments: [
            ("POST /v1/sessions", "401"), ("POST /v1/nowhere", "404"), ("DELETE /v1/games", "405"),
            ("POST /v1/sessions HTTP/1.1\r\nAuthorization: Bearer forged", "401"),
        ])
    func head(line: String, status: String) async throws {
        try await Server.run { server in
            let connection = try server.connect()
            let start = line.contains("HTTP/1.1") ? line : "\(line) HTTP/1.1"
            let head = "\(start)\r\nHost: table.example\r\nContent-Length: 5\r\n"
            try connection.send(head + "Expect: 100-continue\r\n\r\n")
            #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status)"))
            let next = try server.connect()
            try next.send(head + "\r\n12345GET /healthz HTTP/1.1\r\nHost: table.example\r\n\r\n")
            let both = try await next.read(until: "\"ok\"}")
            #expect(both.hasPrefix("HTTP/1.1 \(status)") && both.contains("HTTP/1.1 200"))
        }
    }

    @Test("a request is counted once by the rate limit, when its head comes")
    func countedOnce() async throws {
        try await Server.run(Server.Settings(requestsPerMinute: 5)) { server in
            var statuses: [Int] = []
            for _ in 0..<27 { statuses.append(try await server.post("/v1/nowhere", key: "").status) }
            #expect(statuses == [Int](repeating: 404, count: 25) + [429, 429])
        }
    }

    @Test("a path has no query")
    func targets() {
        func path(_ target: String) -> Substring {
            HTTPRequest(method: .post, scheme: nil, authority: nil, path: target).pathAlone
        }
        #expect(path("/v1/sessions/a/turns?b=c") == "/v1/sessions/a/turns" && path("/") == "/")
    }
}
