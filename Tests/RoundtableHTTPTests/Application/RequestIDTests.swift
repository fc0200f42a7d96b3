import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("The ID of a request", .database, .serialized)
struct RequestIDTests {
    @Test(
        "the client's is kept if it is fit for a log; else it gets one",
        arguments: [
            ("from-app_1.2", true), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false),
            ("a b", false), ("", false), ("a\"b", false), ("ä", false),
        ])
    func fitness(_ text: String, isKept: Bool) { #expect((HTTPRequestID(text)?.description == text) == isKept) }

    @Test("it is in every answer, and in what is told of a refusal")
    func answers() async throws {
        try await Server.run { server in
            let named = try await server.get("/healthz", headers: ["X-Request-ID": "probe-1"])
            #expect(named.header("X-Request-ID") == "probe-1")
            let first = try await server.get("/nowhere")
            let second = try await server.get("/v1/players/me")
            for refusal in [first, second] {
                let id = try #require(refusal.header("X-Request-ID"))
                #expect(id.count == 16 && refusal["requestId"]?.string == id)
            }
            #expect(first.header("X-Request-ID") != second.header("X-Request-ID"))
        }
    }

    @Test("a proxy that is trusted tells whom the rate limit counts")
    func forwarded() async throws {
        var settings = Server.Settings(requestsPerMinute: 1)
        settings.application.trustedProxies = try #require(TrustedProxies(["127.0.0.0/8"]))
        try await Server.run(settings) { server in
            for (address, status) in Array(repeating: ("203.0.113.7", 404), count: 5)
                + [("203.0.113.8", 404), ("203.0.113.7", 429)]
            {
                expect(try await server.get("/m/nothing.png", headers: ["X-Forwarded-For": address]), is: status)
            }
        }
    }
}
