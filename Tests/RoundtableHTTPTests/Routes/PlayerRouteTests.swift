import Foundation
import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@Suite("Players over HTTP", .database, .serialized)
struct PlayerRouteTests {
    @Test("a new player is told their credential once, and is recognised by it")
    func create() async throws {
        try await Server.run { server in
            let answer = expect(try await server.post("/v1/players", key: ""), is: 201)
            let token = try #require(answer["token"]?.string)
            let me = expect(
                try await server.get("/v1/players/me", headers: ["Authorization": "bearer \(token)"]), is: 200)
            #expect(me["player"] == answer["player"])
            #expect(me["createdAt"] == "2027-01-15T08:00:00Z")
            #expect(!me.text.contains(token))
        }
    }

    @Test("a body is necessary, and unknown members of it are ignored")
    func bodies() async throws {
        try await Server.run { server in
            expect(try await server.send(.post, "/v1/players"), isProblem: .badRequest)
            expect(try await server.post("/v1/players", ["name": "Amber", "deep": [[1]]], key: ""), is: 201)
        }
    }

    @Test(
        "whoever has no valid credential is unauthenticated",
        arguments: [
            "", "Bearer", "Bearer ", "Bearer x", "Bearer \(String(repeating: "A", count: 70))", "Basic QW1iZXI6eA==",
            "Bearer 🍦", "Bearer a b", "Token abc",
        ])
    func garbage(header: String) async throws {
        try await Server.run { server in
            let routes = ["/v1/players/me", "/v1/players/me/sessions", "/v1/sessions/\(UUID())"]
            for route in routes {
                let answer = try await server.get(route, headers: header.isEmpty ? [:] : ["Authorization": header])
                expect(answer, isProblem: .unauthenticated)
                #expect(answer.header("WWW-Authenticate") == "Bearer")
            }
        }
    }

    @Test("a credential with one character changed is not valid")
    func forged() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let last = guest.token.last == "A" ? "B" : "A"
            for forged in ["\(guest.token)A", guest.token.dropLast() + "", guest.token.dropLast(2) + last + "A"] {
                let answer = try await server.get("/v1/players/me", headers: ["Authorization": "Bearer \(forged)"])
                expect(answer, isProblem: .unauthenticated)
            }
        }
    }

    @Test("who has a credential has a limit of their own")
    func limitOfOnesOwn() async throws {
        try await Server.run(.init(requestsPerMinute: 2), guests: 2) { server, guests in
            for guest in guests { expect(try await server.get("/v1/players/me", by: guest), is: 200) }
            expect(try await server.get("/v1/players/me", by: guests[0]), is: 200)
            expect(try await server.get("/v1/players/me", by: guests[0]), isProblem: .rateLimited)
            expect(try await server.get("/v1/players/me", by: guests[1]), is: 200)
        }
    }

    @Test("who asks too often is refused for a while, and told for how long")
    func rateLimit() async throws {
        try await Server.run(.init(requestsPerMinute: 2)) { server in
            for _ in 0..<10 { expect(try await server.post("/v1/players", key: ""), is: 201) }
            let refused = try await server.post("/v1/players", key: "")
            expect(refused, isProblem: .rateLimited)
            #expect(refused.retryAfter.map((1...6).contains) == true)
            let invented = try await server.post("/v1/players", key: "", headers: ["Authorization": "Bearer invented"])
            expect(invented, isProblem: .rateLimited)
            for probe in ["/healthz", "/readyz"] { expect(try await server.get(probe), is: 200) }
        }
    }

    @Test("a code that one device shows makes another one a device of the same player")
    func link() async throws {
        try await Server.run(guests: 2) { server, guests in
            let shown = expect(try await server.post("/v1/players/me/link-codes", by: guests[0], key: ""), is: 201)
            #expect(shown["expiresAt"] == "2027-01-15T08:10:00Z")
            let code = try #require(shown["code"]?.string)
            let typed: JSONValue = ["code": .string(code.lowercased().replacing("-", with: " "))]
            let linked = expect(try await server.post("/v1/players/me/links", typed, by: guests[1], key: ""), is: 200)
            #expect(linked["player"]?.string == guests[0].player)
            let me = expect(try await server.get("/v1/players/me", by: guests[1]), is: 200)
            #expect(me["player"]?.string == guests[0].player)
        }
    }

    @Test("who guesses codes must wait, and is told for how long")
    func guesses() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            for wrong in ["00000-00000", "", "ABC", "00000-0000U", "11111-11111"] {
                let answer = try await server.post("/v1/players/me/links", ["code": .string(wrong)], by: guest, key: "")
                expect(answer, isProblem: .badRequest)
            }
            for _ in 1...3 {
                _ = try await server.post("/v1/players/me/links", ["code": "22222-22222"], by: guest, key: "")
            }
            let refused = try await server.post("/v1/players/me/links", ["code": "22222-22222"], by: guest, key: "")
            expect(refused, isProblem: .rateLimited)
            #expect(refused.retryAfter == 600)
        }
    }

    @Test("who is erased is a stranger with the next request")
    func erase() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            expect(try await server.get("/v1/players/me", by: guest), is: 200)
            expect(try await server.send(.delete, "/v1/players/me", by: guest), is: 204)
            expect(try await server.get("/v1/players/me", by: guest), isProblem: .unauthenticated)
        }
    }
}
