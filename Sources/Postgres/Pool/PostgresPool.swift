import Foundation
package import Logging
import ServiceLifecycle

/// A bounded number of connections that many tasks share.
///
/// Connections are made when they are needed, also before ``run()``; running the pool as a service adds health checks
/// of idle connections and the orderly end.
package final class PostgresPool: PostgresQueryable, Service {
    package struct Options: Sendable {
        package var maximumConnections = 16
        /// The time that a task may wait for a connection, including attempts to reach a server that is away.
        package var waitDeadline: Duration = .seconds(5)
        /// Whether a task waits on for an attempt to connect that has not failed yet: it has a time for each server.
        package var outwaitsConnecting = true
        /// The time that a connection may be idle before it is asked whether it still lives.
        package var healthCheckInterval: Duration = .seconds(30)
        /// The pause between attempts to connect.
        package var backoff = Backoff(base: .milliseconds(50), maximum: .milliseconds(250))
        /// The time that a statement, or a transaction that may be repeated, goes on asking for a lock that somebody else
        /// has. It holds no connection between its attempts.
        package var lockPatience: Duration = .milliseconds(1500)
        /// The pause between such attempts.
        package var lockBackoff = Backoff(base: .milliseconds(50), maximum: .milliseconds(200))

        package init() {}
    }

    typealias State = PoolState<PostgresConnection, PoolWaiter>

    let configuration: PostgresConfiguration
    let options: Options
    let logger: Logger
    let metrics: PostgresMetrics
    private let poolMetrics: PostgresPoolMetrics
    private let state: Locked<State>
    private let drained = Locked<[CheckedContinuation<Void, Never>]>([])

    /// Makes a pool that has no connection yet.
    package init(configuration: PostgresConfiguration, options: Options = Options(), logger: Logger) {
        self.configuration = configuration
        self.options = options
        self.logger = logger
        metrics = PostgresMetrics(configuration.metricsFactory)
        poolMetrics = PostgresPoolMetrics(configuration.metricsFactory)
        state = Locked(State(maximumConnections: options.maximumConnections))
    }

    package var maximumConnections: Int { options.maximumConnections }

    package func query(_ statement: PostgresStatement) async throws(PostgresError) -> PostgresResult {
        var retries = LockRetries(options)
        while true {
            do throws(PostgresError) {
                return try await queryOnce(statement)
            } catch {
                guard await retries.pause(after: error) else { throw error }
            }
        }
    }

    private func queryOnce(_ statement: PostgresStatement) async throws(PostgresError) -> PostgresResult {
        let lease = try await lease()
        do throws(PostgresError) {
            let result = try await lease.connection.query(statement)
            await release(lease)
            return result
        } catch {
            await release(lease)
            throw error
        }
    }

    /// Lends a connection; what `body` leaves open on it is rolled back.
    package nonisolated(nonsending) func withConnection<Output>(
        _ body: (PostgresConnection) async throws -> Output
    ) async throws -> Output {
        let lease = try await lease()
        do {
            let output = try await body(lease.connection)
            await release(lease)
            return output
        } catch {
            await release(lease)
            throw error
        }
    }

    /// Checks idle connections until graceful shutdown, then closes the pool.
    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: self.options.healthCheckInterval)
                    await self.checkIdleConnections()
                }
            }
        } catch is CancellationError {
            await close()
        }
    }

    /// Refuses new work, waits for connections that are lent, and closes all.
    package func close() async {
        await withCheckedContinuation { continuation in
            drained.withLock { $0.append(continuation) }
            perform(state.withLock { $0.close() })
        }
    }

    private func checkIdleConnections() async {
        let limit = ContinuousClock.now - options.healthCheckInterval
        while let lease = state.withLock({ $0.takeIdle(unusedSince: limit) }) {
            let outcome = await lease.connection.onThread { connection throws(PostgresError) in
                _ = try connection.executeScript("", mayCommit: false)
            }
            if case .failure(let error) = outcome {
                logger.warning("an idle connection was lost", metadata: ["error": "\(error)"])
            }
            await release(lease)
        }
    }
}

// MARK: - Leases
extension PostgresPool {
    /// Takes a connection that lives; one whose backend went away while it was idle is replaced.
    private func lease() async throws(PostgresError) -> State.Lease {
        while true {
            let lease = try await takeOrWait()
            poolMetrics.record(state.withLock(\.connections))
            if lease.connection.isUsable { return lease }
            logger.debug("a connection was lost while it was idle")
            perform(state.withLock { $0.release(lease, isUsable: false, now: .now) })
        }
    }

    private func takeOrWait() async throws(PostgresError) -> State.Lease {
        if let lease = state.withLock({ $0.takeIdle() }) { return lease }
        guard !Task.isCancelled else { throw PostgresError(.cancelled) }
        let start = ContinuousClock.now
        defer { poolMetrics.recordWait(since: start) }
        let id = state.withLock { $0.makeID() }
        let outcome = await withTaskGroup(of: Result<State.Lease, PostgresError>?.self) { group in
            group.addTask { await self.wait(id) }
            group.addTask {
                do {
                    var deadline = ContinuousClock.now + self.options.waitDeadline
                    try await Task.sleep(until: deadline, clock: .continuous)
                    while deadline.isNoticedLate
                        || self.options.outwaitsConnecting && self.state.withLock(\.isConnecting)
                    {
                        deadline = .now + .moment
                        try await Task.sleep(until: deadline, clock: .continuous)
                    }
                    self.perform(self.state.withLock { $0.giveUp(id) })
                } catch {
                    // The wait is over, which is why this one was cancelled.
                }
                return nil
            }
            var outcome: Result<State.Lease, PostgresError>?
            while outcome == nil, let next = await group.next() { outcome = next }
            group.cancelAll()
            return outcome ?? .failure(PostgresError(.cancelled))
        }
        return try outcome.get()
    }

    private func wait(_ id: State.WaiterID) async -> Result<State.Lease, PostgresError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                perform(state.withLock { $0.wait(id, PoolWaiter(continuation: continuation)) })
                // NB: a task that was cancelled before had nothing to take back yet.
                if Task.isCancelled { cancelWait(id) }
            }
        } onCancel: {
            cancelWait(id)
        }
    }

    private func cancelWait(_ id: State.WaiterID) {
        perform(state.withLock { $0.giveUp(id, because: PostgresError(.cancelled)) })
    }

    private func release(_ lease: State.Lease) async {
        if lease.connection.condition == .inTransaction {
            _ = await lease.connection.onThread { connection throws(PostgresError) in connection.rollBack() }
        }
        let isUsable = lease.connection.condition == .idle
        perform(state.withLock { $0.release(lease, isUsable: isUsable, now: .now) })
        poolMetrics.record(state.withLock(\.connections))
    }

    private func perform(_ actions: [State.Action]) {
        for action in actions {
            switch action {
            case .open(let id, let failures): open(id, failures: failures)
            case .hand(let lease, let waiter): waiter.continuation.resume(returning: .success(lease))
            case .fail(let waiter, let error): waiter.continuation.resume(returning: .failure(error))
            case .close(let connection): connection.close()
            case .reportDrained:
                for continuation in drained.withLock({ continuations in
                    defer { continuations.removeAll() }
                    return continuations
                }) {
                    continuation.resume()
                }
            }
        }
    }

    private func open(_ id: State.ConnectionID, failures: Int) {
        let delay = options.backoff.delay(afterFailures: failures)
        PostgresConnection.start(configuration, metrics: metrics, after: delay) { outcome in
            switch outcome {
            case .success(let connection):
                self.perform(self.state.withLock { $0.opened(id, connection, now: .now) })
            case .failure(let error):
                self.metrics.count(error)
                self.logger.log(
                    level: (failures + 1).isPowerOfTwo ? .warning : .debug, "could not connect",
                    metadata: ["error": "\(error)", "reason": "\(error.reason)", "failures": "\(failures + 1)"])
                self.perform(self.state.withLock { $0.openingFailed(id, error) })
            }
        }
    }
}

/// A task that waits for a connection.
struct PoolWaiter: Sendable {
    let continuation: CheckedContinuation<Result<PostgresPool.State.Lease, PostgresError>, Never>
}
