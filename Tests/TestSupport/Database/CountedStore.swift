import GameRules
import Logging
import MetricsTestKit
import Postgres
package import RoundtableStore

/// A store over the database of the running test whose statements are counted.
package struct CountedStore: Sendable {
    package let store: PostgresStore
    private let metrics: TestMetrics

    /// Lends such a store, with a pool of its own.
    package static func lend(to body: (CountedStore) async throws -> Void) async throws {
        let database = try TestDatabase.current
        let metrics = TestMetrics()
        var configuration = database.configuration
        configuration.metricsFactory = metrics
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        let store = try PostgresStore(pool: pool, configuration: configuration, games: .testing, logger: .quiet)
        do {
            try await body(CountedStore(store: store, metrics: metrics))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
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
