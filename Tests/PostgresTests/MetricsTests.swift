import Foundation
import MetricsTestKit
import Testing

@testable import Postgres

@Suite("Metrics")
struct MetricsTests {
    @Test("queries, waiting, use and errors are measured")
    func pool() async throws {
        let metrics = TestMetrics()
        try await withPool(.single, configure: { $0.metricsFactory = metrics }) { pool in
            for _ in 0..<3 { _ = try await pool.query("SELECT 1") }
            await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1/0") }
        }
        #expect(try metrics.expectTimer("postgres_query_seconds").values.count == 4)
        #expect(try metrics.expectTimer("postgres_pool_wait_seconds").values.count == 1)
        func connections(_ state: String) throws -> [Double] {
            try metrics.expectGauge("postgres_pool_connections", [("state", state)]).values
        }
        #expect(try connections("used") == [1, 0, 1, 0, 1, 0, 1, 0])
        #expect(try connections("idle") == [0, 1, 0, 1, 0, 1, 0, 1])
        #expect(try connections("connecting").allSatisfy { $0 == 0 })
        let divisions = try metrics.expectCounter("postgres_errors_total", [("sqlstate_class", "22")])
        #expect(divisions.totalValue == 1)
    }

    @Test("a batcher's batches are measured")
    func batcher() async throws {
        let metrics = TestMetrics()
        var configuration = try testConfiguration()
        configuration.metricsFactory = metrics
        var options = PostgresBatcherOptions()
        options.name = "tests"
        let batcher = try PostgresBatcher<UUID, Bool>(
            configuration: configuration, options: options, key: \.self,
            statement: { "SELECT ordinal, true FROM unnest(\($0)) WITH ORDINALITY AS item (id, ordinal)" },
            decode: { row throws(PostgresError) in try row.decode(at: 1) }, logger: testLogger)
        for _ in 0..<3 { _ = try await batcher.submit(UUID()) }
        await batcher.close()
        let label = [("batcher", "tests")]
        #expect(try metrics.expectRecorder("postgres_batch_size", label).values == [1, 1, 1])
        #expect(try metrics.expectTimer("postgres_batch_seconds", label).values.count == 3)
        let waiting = try metrics.expectMeter("postgres_batch_waiting", label).values
        #expect(waiting.count == 6 && waiting.last == 0)
    }
}
