import MetricsTestKit
import Postgres
package import RoundtableStore

/// A store over the database of the running test whose statements are counted.
package struct CountedStore: Sendable {
    package let store: PostgresStore
    private let metrics: TestMetrics

    /// Lends such a store, with a pool of its own.
    package static func lend(to body: (CountedStore) async throws -> Void) async throws {
        let metrics = TestMetrics()
        var configuration = try TestDatabase.current.configuration
        configuration.metricsFactory = metrics
        try await PostgresStore.lend(by: configuration) { store in
            try await body(CountedStore(store: store, metrics: metrics))
        }
    }

    /// How many statements were executed so far.
    package var statements: Int {
        get throws { try metrics.expectTimer("postgres_query_seconds").values.count }
    }

    /// How many items the statements of one batcher carried so far, a number each.
    package func batches(of batcher: String) throws -> [Double] {
        try metrics.expectRecorder("postgres_batch_size", [("batcher", batcher)]).values
    }
}
