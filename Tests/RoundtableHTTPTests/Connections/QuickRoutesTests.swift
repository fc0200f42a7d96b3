import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import RoundtableAPI
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Routes that are answered without a router", .database, .serialized)
struct QuickRoutesTests {
    /// What a server answers to requests of all quick routes, good and bad: statuses and codes.
    private static func answers(_ settings: Server.Settings) async throws -> [String] {
        nonisolated(unsafe) var told: [String] = []
        try await Server.run(settings) { server in
            func tell(_ answer: Answer) {
                #expect(answer.header("X-Request-ID")?.isEmpty == false)
                #expect((answer.header("WWW-Authenticate") != nil) == (answer.status == 401))
                let isView = answer.header("Vary") == "Authorization, Participant, Accept-Language"
                #expect((answer.header("ETag") != nil) == isView)
                #expect(answer.header("Cache-Control") == (isView ? "private, no-cache" : "no-store"))
                let word = (answer["code"] ?? answer["status"] ?? answer["tapped", "status"])?.string
                told.append("\(answer.status) \(word ?? (isView ? "view" : "–"))")
            }
            let guests = try await server.guests(3)
            let session = try await server.twoAtTable(Array(guests.prefix(2)))
            let turn = try await server.move("b2", in: session, at: 2, by: guests[0])
            tell(turn)
            let token = try #require(turn["message", "token"]?.string)
            tell(try await server.move("b2", in: session, at: 3, by: guests[1]))
            tell(try await server.move("b2", in: session, at: 3, by: guests[1], ["revision": "x"]))
            tell(try await server.move("b\u{0}2", in: session, at: 3, by: guests[1]))
            tell(try await server.move(["b2"], in: session, at: 3, by: guests[1]))
            tell(try await server.move("a1", in: session, at: 3, by: guests[1], ["send": "later"]))
            tell(try await server.move("a1", in: session, at: 3, by: guests[1], ["locale": nil, "seat": 1]))
            tell(try await server.move("a1", in: session, at: 3, by: guests[1], key: ""))
            tell(try await server.move("a1", in: "nowhere", at: 3, by: guests[1]))
            tell(try await server.tap(token, by: guests[1], from: guests[0]))
            tell(try await server.tap(token, by: guests[2], from: nil))
            tell(try await server.tap("nonsense", by: guests[1], from: guests[0]))
            tell(try await server.post("/v1/messages/\(token)/sent", [:], by: guests[0], key: ""))
            tell(
                try await server.post("/v1/messages/\(token)/sent", guests[0].request([:], [:]), by: guests[0], key: "")
            )
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            tell(view)
            tell(
                try await server.get(
                    "/v1/sessions/\(session)", by: guests[0], headers: ["If-None-Match": view.header("ETag") ?? ""]))
            tell(try await server.get("/v1/sessions/\(session)", by: guests[0], headers: ["Participant": "nobody"]))
            tell(try await server.get("/v1/sessions/\(session)"))
            tell(try await server.get("/v1/sessions/\(UUID())", by: guests[0]))
        }
        return told
    }

    @Test("they are answered quickly")
    func quickly() async throws { #expect(try await Self.answers(Server.Settings()) == Self.expected) }

    @Test("a router answers them in the same way")
    func routed() async throws {
        var settings = Server.Settings()
        settings.options.logsRequests = true
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
            let responder = Server.responder(of: server.service)
            let quick = QuickRequests(responder, serverName: "test", logger: .quiet)
            let answered = try Self.pipeline(2000, through: quick)
            #expect(answered == (0..<2000).map { "401 \($0)" })
        }
    }

    @Test(
        "what may be of any length, or is a stream, is not kept on its connection",
        arguments: [
            (HTTPRequest.Method.get, "", "", true), (.get, "0", "", true), (.get, "1", "", false),
            (.get, "", "/stream", false),
            (.get, "", "?wait=5", false), (.post, "9", "", true), (.post, "", "", false), (.delete, "", "", false),
        ])
    func included(method: HTTPRequest.Method, length: String, suffix: String, isQuick: Bool) {
        var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: "/v1/sessions/\(UUID())\(suffix)")
        if !length.isEmpty { head.headerFields[.contentLength] = length }
        #expect(QuickRequests.include(head) == isQuick)
    }

    @Test("a request is the same however its target is written")
    func targets() {
        func path(_ target: String) -> Substring {
            HTTPRequest(method: .post, scheme: nil, authority: nil, path: target).pathAlone
        }
        #expect(path("/v1/sessions/a/turns?b=c") == "/v1/sessions/a/turns" && path("/") == "/")
        #expect(path("http://table.example/v1/sessions/a/turns?b=c") == "/v1/sessions/a/turns")
    }

    /// Sends requests that are refused at once, without waiting for an answer.
    ///
    /// - Returns: status and request ID of each answer.
    private static func pipeline(_ count: Int, through quick: QuickRequests) throws -> [String] {
        let channel = EmbeddedChannel(handler: quick.handler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let requests = (0..<count).map { number in
            "GET /v1/sessions/\(UUID()) HTTP/1.1\r\nHost: table.example\r\nX-Request-ID: \(number)\r\n\r\n"
        }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        var answered: [String] = []
        while let answer = try channel.readAnswer() {
            answered.append("\(answer.status) \(answer.fields["x-request-id"] ?? "–")")
        }
        _ = try channel.finish()
        return answered
    }
}
