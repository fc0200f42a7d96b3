import Foundation
import HTTPTypes
import NIOCore
import Roundtable
import RoundtableModel
import Synchronization
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("The bytes that an address may send", .database, .serialized)
struct RateLimitTests {
    private func address(_ text: String) throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: text, port: 1))
    }

    @Test("an address has so many on a day, and they come back evenly; others have their own")
    func bytes() throws {
        let begin = ContinuousClock.now
        let hours = Mutex(0.0)
        let limit = RateLimit(
            requestsPerMinute: 1, bytesPerDay: 1 << 20, now: { begin + .seconds(3600 * hours.withLock(\.self)) })
        let (one, other) = (try address("192.0.2.1"), try address("192.0.2.2"))
        for _ in 0..<8 { #expect(limit.take(bytes: 128 << 10, from: one) == nil) }
        let seconds = try #require(limit.take(bytes: 128 << 10, from: one))
        #expect((1...86_400).contains(seconds))
        #expect(limit.take(bytes: 128 << 10, from: other) == nil)
        for _ in 0..<10_000 { #expect(limit.take(bytes: 8000, from: one) == nil) }
        hours.withLock { $0 = 12 }
        for _ in 0..<4 { #expect(limit.take(bytes: 128 << 10, from: one) == nil) }
        #expect(limit.take(bytes: 128 << 10, from: one) != nil)
    }

    @Test("usually an address has what five players may leave behind")
    func usual() throws {
        let begin = ContinuousClock.now
        let limit = RateLimit(requestsPerMinute: 1, now: { begin })
        let one = try address("2001:db8::1")
        var sent = 0
        while limit.take(bytes: 128 << 10, from: one) == nil { sent += 128 << 10 }
        #expect(sent == 5 * Quotas().playerBytes)
    }

    @Test("whoever has sent too much is told when to come back, and may send what is short")
    func refusal() async throws {
        var settings = Server.Settings()
        settings.application.rateLimit = RateLimit(requestsPerMinute: 10_000, bytesPerDay: 64 << 10)
        try await Server.run(settings) { server in
            let guest = try await server.guests(2)[0]
            let path = "/v1/sessions/\(UUID())/turns"
            let long = Data("{\"pad\": \"\(String(repeating: "x", count: 20_000))\"}".utf8)
            // What nobody who is known sends is not counted.
            for _ in 0..<8 { expect(try await server.send(.post, path, body: long), isProblem: .unauthenticated) }
            for _ in 0..<4 { expect(try await server.send(.post, path, by: guest, body: long), isProblem: .badRequest) }
            let refused = try await server.send(.post, path, by: guest, body: long)
            expect(refused, isProblem: .rateLimited)
            #expect(Int(refused.header("Retry-After") ?? "") ?? 0 > 0)
            expect(try await server.send(.post, path, by: guest, body: Data("{}".utf8)), isProblem: .badRequest)
            expect(try await server.send(.post, "/v1/players", body: Data("{}".utf8)), is: 201)
        }
    }
}
