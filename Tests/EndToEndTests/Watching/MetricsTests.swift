import EmbeddedPostgres
import Foundation
import HTTPConnection
import MessagesSimulator
import RoundtableMetrics
import RoundtableModel
import SystemPackage
import TestSupport
import Testing

@Suite("What an instance tells Prometheus")
struct MetricsTests {
    @Test("everything that is promised, and no other name of ours, at an address that players do not reach")
    func promised() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start(
            "--data", folder.data.string, "--metrics-port", "0", "--metrics-host", Metrics.host)
        let pair = await Pair(at: service)
        try await pair.begin()
        try await pair.play("b2", by: pair.amber)
        await #expect(throws: (any Error).self) { try await pair.amber.play("b2") }

        let metrics = try await Metrics(of: service)
        let promised = try Self.promised
        #expect(promised.count == 34)
        #expect(metrics.reading.names == promised)
        let values = metrics.reading
        #expect(values.value(of: "roundtable_commits_total", ["cause": "sent"]) == 3)
        #expect(values.value(of: "roundtable_drafts_total", ["outcome": "saved"]) == 3)
        #expect(values.value(of: "roundtable_drafts_total", ["outcome": "committed"]) == 3)
        #expect(values.value(of: "roundtable_turns_seconds_count", ["outcome": "accepted"]) == 2)
        #expect(values.value(of: "roundtable_turns_seconds_count", ["outcome": "rejected"]) == 1)
        let opened = values.value(of: "roundtable_requests_seconds_count", ["route": "/v1/sessions", "status": "201"])
        #expect(opened == 1)
        #expect(values.value(of: "postgres_batch_waiting", ["batcher": "turns"]) == 0)
        #expect(try await RawConnection.get("/metrics", at: service.port).contains("not_found"))
        #expect(throws: (any Error).self) { try RawConnection(to: metrics.port) }
        await service.end(by: SIGTERM)
    }

    @Test("that a remembered session was refuted by the database, and nothing was lost by that")
    func refuted() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let service = try await ServiceProcess.start(
            "--database-url", server.connectionURL, "--keys-file", try folder.makeKeys(), "--metrics-port", "0",
            "--metrics-host", Metrics.host)
        let pair = await Pair(at: service)
        try await pair.begin()
        func refuted() async throws -> Double? {
            try await Metrics(of: service).reading.value(
                of: "roundtable_cache_lookups_total", ["cache": "sessions", "result": "refuted"])
        }
        #expect(try await refuted() == 0)
        try await pair.amber.play("b2")
        // As if another instance had done it, and this one had not been notified.
        try await server.execute("UPDATE sessions SET generation = generation + 1")
        try await pair.amber.send()
        #expect(try await refuted() == 1)
        #expect(try await pair.amber.refresh().revision == 3)
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    /// The names in `deploy/prometheus/README.md`.
    private static var promised: Set<String> {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            let page = try String(contentsOf: root.appending(path: "deploy/prometheus/README.md"), encoding: .utf8)
            return Set(page.matches(of: /`((?:roundtable|postgres|process)_[a-z_]+)`/).map { String($0.1) })
        }
    }
}

/// What an instance measured.
struct Metrics {
    /// Where Prometheus asks, and players don't.
    static let host = "127.0.0.2"

    let port: Int
    let reading: PrometheusReading

    init(of service: ServiceProcess) async throws {
        let logged = try #require(try await service.log.first(/port=(\d+)[^\n]*metrics listening/)).1
        port = try #require(Int(logged))
        reading = try await PrometheusReading(
            HTTPInquiry(of: Self.host, port: port, path: "/metrics", limit: .seconds(10)).answer().body)
    }
}
