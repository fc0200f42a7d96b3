import GameRules
import Logging
import Roundtable
import RoundtableMetrics
import RoundtableStore
import ServiceLifecycle
import Synchronization

/// Tells Prometheus how many sessions of each game there are, as the database estimates it: to count them would take a
/// look at all.
final class SessionEstimates: Service {
    private static let interval = Duration.seconds(10)

    private let store: PostgresStore
    private let logger: Logger
    private let estimates = Mutex<[String: Int]>([:])

    /// Estimates for the games that this program knows.
    init(of store: PostgresStore, for registry: PrometheusRegistry, logger: Logger) {
        (self.store, self.logger) = (store, logger)
        for game in RoundtableCommand.games.names {
            registry.sample("roundtable_sessions", [("game", game.rawValue)], as: .gauge) { [self] in
                estimates.withLock { $0[game.rawValue] }.map { Double($0) }
            }
        }
    }

    func run() async throws {
        try await Periodically(every: Self.interval, logger: logger) { [self] in
            let latest = try await store.estimatedSessions()
            estimates.withLock { $0 = latest }
        }.run()
    }
}
