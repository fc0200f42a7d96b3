import Foundation
import GameRules
import Logging
import Postgres
import Roundtable
import RoundtableMetrics
import RoundtableStore
import ServiceLifecycle
import Synchronization

/// Tells Prometheus the number of sessions of each game, and of the notices that wait in the outbox. All instances read
/// them from the database, and tell the same. Sessions are estimated, because a count would read all of them.
final class DatabaseFigures: Service {
    private static let interval = Duration.seconds(10)

    private let store: PostgresStore
    private let logger: Logger
    private let sessions = Mutex<[String: Int]>([:])
    private let outbox = Mutex<[Notice.Channel: OutboxTotals]?>(nil)

    init(of store: PostgresStore, for registry: PrometheusRegistry, logger: Logger) {
        (self.store, self.logger) = (store, logger)
        for game in RoundtableCommand.games.names {
            registry.sample("roundtable_sessions", [("game", game.rawValue)], as: .gauge) { [self] in
                sessions.withLock { $0[game.rawValue] }.map { Double($0) }
            }
        }
        for channel in Notice.Channel.allCases {
            func sample(_ name: String, _ value: @escaping @Sendable (OutboxTotals) -> Double) {
                registry.sample(name, [("channel", channel.rawValue)], as: .gauge) { [self] in
                    outbox.withLock { $0.map { value($0[channel] ?? OutboxTotals()) } }
                }
            }
            sample("roundtable_outbox_waiting") { Double($0.waiting) }
            sample("roundtable_outbox_oldest_seconds") { $0.oldest.map { max(0, Date().timeIntervalSince($0)) } ?? 0 }
            sample("roundtable_outbox_given_up") { Double($0.givenUp) }
        }
    }

    func run() async throws {
        try await Periodically(task: "metrics", interval: Self.interval, logger: logger) { [self] in
            // NB: the sessions are read even if the outbox can't be.
            var failure: (any Error)?
            do {
                let totals = try await PatientWork.with(timeLimit: Instance.patience) { try await store.totals() }
                outbox.withLock { $0 = totals }
            } catch {
                failure = error
            }
            let estimates = try await store.estimatedSessions()
            sessions.withLock { $0 = estimates }
            if let failure { throw failure }
        }.run()
    }
}
