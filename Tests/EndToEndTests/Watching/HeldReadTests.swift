import Foundation
import HTTPConnection
import MessagesSimulator
import RoundtableMetrics
import RoundtableModel
import SystemPackage
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Reads and streams that are held", .timeLimit(.minutes(10)))
struct HeldReadTests {
    /// What a request of a session's reader is, without the session.
    private static let kinds = ["?wait=60", "/stream"]

    @Test("of dozens by one player only some are held, and those whose client goes leave nothing behind")
    func vanished() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start(
            "--data", folder.data.string, "--quotas", "on", "--metrics-port", "0")
        let metrics = try await MetricsPort(of: service)
        let pair = await Pair(at: service)
        try await pair.begin()
        let session = try #require(await pair.amber.view?.id.rawValue)
        let credential = try await pair.credential(of: pair.amber)
        // Those that the pair's clients keep, on which nothing is asked.
        let idle = try await metrics.value(of: "roundtable_connections_open")
        func ask(_ kind: String) throws -> RawConnection {
            let connection = try RawConnection(to: service.port)
            try connection.send([
                "GET /v1/sessions/\(session)\(kind) HTTP/1.1", "Host: table", "Authorization: Bearer \(credential)",
                "Last-Event-ID: 2",
            ])
            return connection
        }
        /// Holds what there is room for, and lets go of all of it.
        func hold(_ kind: String) async throws {
            let connections = try (0..<64).map { _ in try ask(kind) }
            try await metrics.until("roundtable_streams_open") { $0 == 16 }
            let refused = try await ask(kind).read(until: "}")
            #expect(refused.hasPrefix("HTTP/1.1 429") && refused.lowercased().contains("retry-after: 5"), "\(refused)")
            withExtendedLifetime(connections) {}
        }
        for kind in Self.kinds {
            try await hold(kind)
            try await metrics.until("roundtable_streams_open") { $0 == 0 }
        }
        // Some are gone before anybody has looked at what they want.
        for _ in 0..<64 { for kind in Self.kinds { _ = try ask(kind) } }
        // Each event loop has taken its part of those up when it answers somebody who came later.
        for _ in 0..<64 { _ = try await RawConnection.get("/healthz", at: service.port) }
        try await metrics.until("roundtable_connections_open") { $0 <= idle }
        try await metrics.until("roundtable_streams_open") { $0 == 0 }
        let reader = try ask("/stream")
        try await metrics.until("roundtable_streams_open") { $0 == 1 }
        #expect(try await reader.read(until: "\n\n").contains("text/event-stream"))
        await service.end(by: SIGTERM)
    }
}

/// What an instance measures.
private struct MetricsPort {
    private let port: Int

    init(of service: ServiceProcess) async throws {
        let logged = try #require(try await service.log.first(/port=(\d+)[^\n]*metrics listening/)).1
        port = try #require(Int(logged))
    }

    /// A number, as it is now.
    func value(of name: String) async throws -> Double {
        let inquiry = HTTPInquiry(of: "127.0.0.1", port: port, path: "/metrics", limit: .seconds(60))
        return try #require(try await PrometheusReading(inquiry.answer().body).value(of: name))
    }

    /// Waits until a number is as it should be.
    func until(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (Double) -> Bool
    ) async throws {
        try await eventually(name, sourceLocation: sourceLocation) { isRight(try await value(of: name)) }
    }
}
