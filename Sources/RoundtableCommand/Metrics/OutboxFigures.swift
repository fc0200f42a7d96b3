import Foundation
import Logging
import Roundtable
import RoundtableMetrics
import RoundtableStore
import ServiceLifecycle
import Synchronization

/// Tells Prometheus what waits in the outbox. All instances tell the same: it is counted in the database.
final class OutboxFigures: Service {
    private static let interval = Duration.seconds(10)

    private let store: PostgresStore
    private let logger: Logger
    private let totals = Mutex<[Notice.Channel: OutboxTotals]?>(nil)

    init(of store: PostgresStore, for registry: PrometheusRegistry, logger: Logger) {
        (self.store, self.logger) = (store, logger)
        for channel in Notice.Channel.allCases {
            func sample(_ name: String, _ value: @escaping @Sendable (OutboxTotals) -> Double) {
                registry.sample(name, [("channel", channel.rawValue)], as: .gauge) { [self] in
                    totals.withLock { $0.map { value($0[channel] ?? OutboxTotals()) } }
                }
            }
            sample("roundtable_outbox_waiting") { Double($0.waiting) }
            sample("roundtable_outbox_oldest_seconds") { $0.oldest.map { max(0, Date().timeIntervalSince($0)) } ?? 0 }
            sample("roundtable_outbox_given_up") { Double($0.givenUp) }
        }
    }

    func run() async throws {
        try await Periodically(every: Self.interval, logger: logger) { [self] in
            let latest = try await store.totals()
            totals.withLock { $0 = latest }
        }.run()
    }
}
