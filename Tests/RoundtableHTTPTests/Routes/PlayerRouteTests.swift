import Foundation
import HTTPTypes
import RoundtableAPI
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

    @Test("a body is optional, and unknown members of it are ignored")
    func bodies() async throws {
        try await Server.run { server in
            expect(try await server.send(.post, "/v1/players"), is: 201)
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
        try await Server.run(.init(requestsPerMinute: 2)) { server in
            let guests = try await server.guests(2)
            for guest in guests { expect(try await server.get("/v1/players/me", by: guest), is: 200) }
            expect(try await server.get("/v1/players/me", by: guests[0]), is: 200)
            expect(try await server.get("/v1/players/me", by: guests[0]), isProblem: .rateLimited)
            expect(try await server.get("/v1/players/me", by: guests[1]), is: 200)
        }
    }

    @Test("who asks too often is refused for a while, and told for how long")
    func rateLimit() async throws {
        try await Server.run(.init(requestsPerMinute: 2)) { server in
            expect(try await server.post("/v1/players", key: ""), is: 201)
            expect(try await server.post("/v1/players", key: ""), is: 201)
            let refused = try await server.post("/v1/players", key: "")
            expect(refused, isProblem: .rateLimited)
            #expect(refused.retryAfter.map((1...30).contains) == true)
            let invented = try await server.post("/v1/players", key: "", headers: ["Authorization": "Bearer invented"])
            expect(invented, isProblem: .rateLimited)
            for probe in ["/healthz", "/readyz"] { expect(try await server.get(probe), is: 200) }
        }
    }
}
