import Foundation
import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@Suite("Bad input over HTTP", .database, .serialized)
struct BadInputTests {
    /// Every route that takes a body, with the smallest good one beside the conversation.
    private static let posts: [(path: String, members: [JSONName: JSONValue])] = [
        ("/v1/players", [:]),
        ("/v1/sessions", ["game": "ice-cream"]),
        ("/v1/sessions/SESSION/turns", ["revision": 1, "move": "Base=base01"]),
        ("/v1/sessions/SESSION/seats", [:]),
        ("/v1/sessions/SESSION/actions", ["revision": 1, "action": "leave"]),
        ("/v1/sessions/SESSION/messages", [:]),
        ("/v1/messages/TOKEN/open", [:]),
        ("/v1/messages/TOKEN/sent", [:]),
        ("/v1/messages/TOKEN/cancel", [:]),
    ]

    /// Sends one bad body to every route and hands each answer to the test.
    private func sendEverywhere(
        _ body: Data, _ expectation: @Sendable (Reply, String) -> Void
    ) async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let opened = try await server.open("ice-cream", by: guest)
            let (session, token) = (try opened.session, try opened.token)
            for (path, _) in Self.posts {
                let path = path.replacing("SESSION", with: session).replacing("TOKEN", with: token)
                let answer = try await server.send(
                    .post, path, by: guest, headers: ["Idempotency-Key": UUID().uuidString], body: body)
                expectation(answer, path)
            }
            #expect(try await server.get("/v1/sessions/\(session)", by: guest)["revision"] == 1)
        }
    }

    @Test(
        "what is no JSON object is a bad request",
        arguments: [
            "{", "}", "nonsense", "[]", "[[]]", "1", "\"text\"", "null", "true", "{\"a\":}", "{'a': 1}", "\u{0}",
            "{}{}", "{\"a\": NaN}",
            String(repeating: "[", count: 8000), String(repeating: "{\"a\":", count: 1600),
        ])
    func malformed(body: String) async throws {
        try await sendEverywhere(Data(body.utf8)) { answer, path in
            #expect(answer.status == 400 && answer["code"] == "bad_request", "\(path): \(answer.text)")
        }
    }

    @Test("a request without a move is short")
    func long() async throws {
        let body = Data("{\"pad\": \"\(String(repeating: "x", count: 8192))\"}".utf8)
        try await sendEverywhere(body) { answer, path in
            let mayHaveMove = path == "/v1/sessions" || path.hasSuffix("/turns")
            #expect(answer.status == (mayHaveMove ? 400 : 413), "\(path): \(answer.text)")
        }
    }

    @Test("bytes that are no UTF-8 are a bad request")
    func notUTF8() async throws {
        try await sendEverywhere(Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D])) { answer, path in
            #expect(answer.status == 400 && answer["code"] == "bad_request", "\(path): \(answer.text)")
        }
    }

    @Test(
        "a value that can't be read is refused, or ignored where nobody reads it",
        arguments: ["1e999999", #""\uD800""#, #""\x""#, "123456789012345678901234567890"])
    func unreadable(value: String) async throws {
        try await sendEverywhere(Data("{\"move\": \(value), \"a\": \(value)}".utf8)) { answer, path in
            #expect(answer.status < 500, "\(path): \(answer.text)")
        }
    }

    @Test("a body that is too large is refused as that")
    func tooLarge() async throws {
        let body = Data("{\"note\": \"\(String(repeating: "x", count: 200_000))\"}".utf8)
        try await sendEverywhere(body) { answer, path in
            #expect(answer.isProblem(.payloadTooLarge), "\(path): \(answer.text)")
        }
    }

    @Test("no body is a bad request where the document says that there must be one, and only there")
    func empty() async throws {
        let document = try OpenAPIDocument.shared.get()
        try await sendEverywhere(Data()) { answer, path in
            let operation = document.operation(method: "POST", path: path)?.path ?? ""
            if document.root["paths"]?[operation]?["post"]?["requestBody"]?["required"] == true {
                #expect(
                    answer.isProblem(.badRequest) && answer["developerDetail"] == "The body is missing.",
                    "\(path): \(answer.text)")
            } else {
                #expect(
                    ["sent", "cancel"].contains { path.hasSuffix($0) } && [200, 409].contains(answer.status), "\(path)")
            }
        }
    }

    @Test("an empty object lacks what must be there")
    func nothing() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            for path in ["turns", "seats", "actions", "messages"].map({ "/v1/sessions/\(session)/\($0)" }) {
                let answer = try await server.post(path, by: guest)
                expect(answer, isProblem: .badRequest)
                #expect(answer["developerDetail"]?.string?.hasSuffix("is missing.") == true, "\(answer.text)")
            }
        }
    }

    /// Members of the wrong type, each instead of a good one; nil for one that is missing.
    private static let mutations: [(member: String, value: JSONValue?)] = [
        ("conversation", nil), ("conversation", .null), ("conversation", "x"), ("conversation", []),
        ("conversation", ["local": "x", "remotes": []]), ("conversation", ["local": 1, "remotes": []]),
        ("conversation", ["local": "00000000-0000-4000-8000-000000000000"]),
        ("conversation", ["local": "00000000-0000-4000-8000-000000000000", "remotes": ["x"]]),
        ("conversation", ["local": "00000000-0000-4000-8000-000000000000", "remotes": [nil]]),
        ("conversation", ["local": "00000000-0000-4000-8000-000000000000\u{0}", "remotes": []]),
        ("revision", nil), ("revision", .null), ("revision", "1"), ("revision", 1.5), ("revision", []),
        ("revision", 9_223_372_036_854_775_807), ("revision", -1), ("revision", -9_223_372_036_854_775_807),
        ("revision", 2_147_483_648), ("revision", 1e300), ("revision", true),
        ("seat", 99), ("seat", -1), ("seat", "0"), ("seat", 9_223_372_036_854_775_807), ("seat", 0.5),
        ("move", nil), ("move", ["\u{0}": 1]), ("move", [["\u{0}"]]), ("move", 1e300),
        ("move", .string(String(repeating: "x", count: 100_000))),
        ("action", nil), ("action", 1), ("action", .string(String(repeating: "x", count: 100_000))),
        ("game", nil), ("game", 1), ("options", "x"), ("options", []), ("options", ["seats": []]),
        ("send", "NOW"), ("send", 1), ("sender", "x"), ("sender", 1), ("errorCode", "9"), ("errorCode", 1e300),
        ("reason", 1), ("locale", 1), ("nickname", ["a"]), ("turnTimeoutSeconds", 1.5),
    ]

    @Test("wrong, missing and extreme members are refused or ignored, never a fault of ours")
    func mutated() async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let opened = try await server.open("ice-cream", by: guest)
            let (session, token) = (try opened.session, try opened.token)
            for (path, members) in Self.posts where path != "/v1/players" {
                for (member, value) in Self.mutations where !Self.isHarmless(member, path) {
                    guard case .object(var body) = guest.request(members, [:]) else { continue }
                    body[JSONName(member)] = value
                    let path = path.replacing("SESSION", with: session).replacing("TOKEN", with: token)
                    let answer = try await server.post(path, .object(body), by: guest)
                    #expect(
                        (400..<500).contains(answer.status),
                        "\(path) \(member) \(String(describing: value)): \(answer.text)")
                }
            }
            #expect(try await server.get("/v1/sessions/\(session)", by: guest)["revision"] == 1)
        }
    }

    /// Whether a route doesn't know a member, or may do without it.
    private static func isHarmless(_ member: String, _ path: String) -> Bool {
        let known: [String: Set<String>] = [
            "sessions": ["conversation", "game", "options", "send", "locale", "nickname", "turnTimeoutSeconds"],
            "turns": ["conversation", "revision", "seat", "move", "send", "locale", "nickname"],
            "seats": ["conversation", "send", "locale", "nickname"],
            "actions": ["conversation", "revision", "seat", "action", "send", "locale", "nickname"],
            "messages": ["conversation", "locale"], "open": ["conversation", "sender"],
            "sent": [], "cancel": ["reason", "errorCode"],
        ]
        return known[String(path.split(separator: "/").last ?? "")]?.contains(member) != true
    }

    @Test("unknown members are ignored")
    func unknownMembers() async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let extra: [JSONName: JSONValue] = ["later": ["a": [1, nil]], "token": "x"]
            let session = try await server.open("ice-cream", by: guest, extra).session
            expect(try await server.move("Base=base01", in: session, at: 1, by: guest, extra), is: 201)
        }
    }

    @Test("a conversation is at most as large as Messages allows")
    func crowd() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let remotes = { (count: Int) in JSONValue.array((0..<count).map { _ in .string(UUID().uuidString) }) }
            let local = JSONValue.string(guest.local)
            let large = try await server.open(
                "ice-cream", by: guest, ["conversation": ["local": local, "remotes": remotes(31)]])
            #expect(expect(large, is: 201)["session", "seats"]?.array?.count == 32)
            let tooLarge = try await server.open(
                "ice-cream", by: guest, ["conversation": ["local": local, "remotes": remotes(1000)]])
            expect(tooLarge, isProblem: .badRequest)
        }
    }

    @Test(
        "a nickname is one line of at most 24 characters, and no attribution",
        arguments: [
            ("Amber", "Amber"), ("  Amber \n Rose ", "Amber Rose"), ("", nil), (" \u{0} ", nil),
            ("\u{202E}rebmA", "rebmA"),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 24)),
            ("$1A5F0B9E-6C3D-4E1B-9F5A-0D2C7B8E4F61", "\u{FF04}1A5F0B9E-6C3D-4E1B-9F5A"), ("$(x)", "\u{FF04}(x)"),
        ] as [(String, String?)])
    func nicknames(typed: String, kept: String?) async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let opened = expect(
                try await server.open("tic-tac-toe", by: guest, ["nickname": .string(typed)]), is: 201)
            #expect(opened["session", "seats", "0", "nickname"]?.string == kept)
            let page = try await server.get("/m/\(opened.token)")
            #expect(page.text.contains(kept ?? "Player 1"))
        }
    }
}
