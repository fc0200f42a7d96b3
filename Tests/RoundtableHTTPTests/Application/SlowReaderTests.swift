import Foundation
import HTTPConnection
import RoundtableJSON
import Metrics
import NIOCore
import TestSupport
import RoundtableTestTools
import Testing

@testable import RoundtableHTTP

@Suite("Clients that do not read what they ask for", .database, .serialized, .timeLimit(.minutes(10)))
struct SlowReaderTests {
    private static let host = "HTTP/1.1\r\nHost: a\r\n\r\n"
    /// What is kept in all; an address has an eighth.
    private static let bytes = 8 << 20

    private func limiter() -> ConnectionLimiter {
        var limits = ConnectionLimiter.Limits()
        limits.bytes = Self.bytes
        return ConnectionLimiter(limits, exempting: .none, NOOPMetricsHandler.instance)
    }

    private func settings(_ limiter: ConnectionLimiter) -> Server.Settings {
        var settings = Server.Settings()
        settings.application.gate = limiter
        settings.application.connections.idle = .seconds(3600)
        settings.application.connections.reading = .seconds(3600)
        return settings
    }

    @Test("of those who ask for much and take nothing no more is kept than an address may, and others are served")
    func large() async throws {
        let limiter = limiter()
        try await Server.run(settings(limiter)) { server in
            // Far more than the system keeps for a connection: some 100 KB for each request.
            let requests = String(repeating: "GET /openapi.yaml \(Self.host)", count: 200)
            let readers = try (0..<30).map { _ in try server.connect() }
            for reader in readers {
                try reader.send(requests)
                #expect(limiter.keptBytes <= Self.bytes / 8)
            }
            // Those for whose answers there is no room are closed.
            try await eventually("those without room are closed") {
                #expect(limiter.keptBytes <= Self.bytes / 8)
                return limiter.count <= 20
            }
            #expect(expect(try await server.get("/healthz"), is: 200)["status"] == "ok")
            #expect(limiter.keptBytes <= Self.bytes / 8)
            withExtendedLifetime(readers) {}
        }
        try await eventually("all connections end") { limiter.count == 0 }
        #expect(limiter.keptBytes == 0)
    }

    @Test("of requests that come one behind the other one is decided on at a time, and all are answered in order")
    func pipelined() async throws {
        let limiter = limiter()
        try await Server.run(settings(limiter)) { server in
            let count = 3000
            let connection = try server.connect()
            async let sent: Void = {
                for number in 0..<count {
                    try connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-ID: n\(number)\r\n\r\n")
                }
                try connection.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            }()
            let received = try await connection.readToEnd()
            try await sent
            let field = "x-request-id: n"
            let names = received.components(separatedBy: "\r\n").map { $0.lowercased() }
                .filter { $0.hasPrefix(field) }.compactMap { Int($0.dropFirst(field.count)) }
            #expect(names == Array(0..<count))
            #expect(received.contains("HTTP/1.1 404 "))
        }
    }

    @Test("heads that come in part are counted, at about their length")
    func partial() async throws {
        let limiter = limiter()
        try await Server.run(settings(limiter)) { server in
            let connections = try (0..<50).map { _ in try server.connect() }
            for connection in connections { try connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nA: b") }
            try await eventually("all heads arrive") { limiter.keptBytes >= 50 * 30 }
            #expect(limiter.keptBytes < 50 * 1024)
            for connection in connections { try connection.send("c\r\nConnection: close\r\n\r\n") }
            for connection in connections { #expect(try await connection.readToEnd().hasPrefix("HTTP/1.1 200 ")) }
            try await eventually("all connections end") { limiter.count == 0 }
            #expect(limiter.keptBytes == 0)
        }
    }
}
