import Foundation
import Logging
import Synchronization

/// The settings that the workers of a batcher share, and its statement.
struct BatchPlan: Sendable {
    let configuration: PostgresConfiguration
    let options: PostgresBatcherOptions
    let statement: @Sendable ([any Sendable]) -> PostgresStatement
    let logger: Logger
    let metrics: PostgresMetrics
    let batcherMetrics: PostgresBatcherMetrics
}

/// Takes all that waits and executes it as one statement, again and again, on a thread with a connection of its own.
///
/// There is no lingering: a batch is what gathered while the one before it was on its way.
///
/// NB: not generic over its items, or every step would ask the runtime what they are.
final class BatchWorker: Sendable {
    typealias Outcome = Result<PostgresRow?, PostgresError>

    private struct State: Sendable {
        var queue: BatchQueue
        /// Whether the thread has a job that takes what waits.
        var isServed = false
        var isClosed = false
        /// The attempts to connect that failed, since one succeeded.
        var failures = 0
        /// Since when the oldest item of the batch that is on its way has waited; nil for none.
        var underWay: ContinuousClock.Instant?
    }

    private let plan: BatchPlan
    private let state: Locked<State>
    private let lastID = Atomic<UInt64>(0)
    private let thread: ConnectionThread

    init(_ plan: BatchPlan) throws(PostgresError) {
        self.plan = plan
        thread = try ConnectionThread()
        state = Locked(State(queue: BatchQueue(limit: plan.options.queueLimit)))
    }

    deinit { thread.close() }

    // MARK: - Called by tasks

    func submit(_ item: any Sendable, key: UUID?) async -> Outcome {
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        let trace = TraceComment.current
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                append(BatchQueue.Entry(id: id, key: key, item: item, trace: trace, continuation: continuation))
                // NB: a task that was cancelled before had nothing to take back yet.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func append(_ entry: BatchQueue.Entry) {
        let refusal: PostgresError? = changingQueue { state in
            if state.isClosed { return PostgresError(.closed) }
            guard state.queue.append(entry) else { return PostgresError(.queueFull, isSafeToRetry: true) }
            if !state.isServed { thread.enqueue { [self] in serve(&$0) } }
            state.isServed = true
            return nil
        }
        if let refusal { entry.continuation.resume(returning: .failure(refusal)) }
    }

    /// An item that is on its way already completes.
    private func cancel(_ id: UInt64) {
        let entry = changingQueue { $0.queue.remove(id) }
        entry?.continuation.resume(returning: .failure(PostgresError(.cancelled)))
    }

    /// Since when the oldest of its items has waited; nil if none does.
    var waitsSince: ContinuousClock.Instant? { state.withLock { $0.underWay ?? $0.queue.oldest } }

    /// Refuses new items, lets those that wait be executed, and ends the thread.
    func close() async {
        beginClosing()
        await withCheckedContinuation { continuation in thread.enqueue { _ in continuation.resume() } }
    }

    /// Like ``close()``, without waiting.
    func beginClosing() {
        state.withLock { $0.isClosed = true }
        thread.close()
    }

    /// Changes what waits, and measures how much that is.
    private func changingQueue<Found>(_ change: (inout State) -> Found) -> Found {
        let (found, difference) = state.withLock { state in
            let before = state.queue.count
            return (change(&state), state.queue.count - before)
        }
        plan.batcherMetrics.recordWaiting(difference)
        return found
    }

    // MARK: - On the thread

    private func serve(_ connection: inout BlockingConnection?) {
        while isNeeded() {
            if connection?.isUsable != true { connection = nil }
            if connection == nil { connection = connect() }
            guard let connection else { continue }
            let batch = changingQueue { state in
                state.underWay = state.queue.oldest
                return state.queue.takeBatch(plan.options.maximumBatch, onePerKey: plan.options.isOnePerKey)
            }
            perform(batch, on: connection)
            // A server that does not write is not asked again at once.
            if connection.isServerReadOnly { thread.pause(.milliseconds(100)) }
        }
    }

    /// Whether something waits. If not, the next item calls the thread again.
    private func isNeeded() -> Bool {
        state.withLock { state in
            state.underWay = nil
            state.isServed = !state.queue.isEmpty
            return state.isServed
        }
    }

    /// Connects, or fails what has waited too long and pauses.
    private func connect() -> BlockingConnection? {
        do throws(PostgresError) {
            let connection = try BlockingConnection.open(
                plan.configuration, interruption: thread.interruption, metrics: plan.metrics)
            state.withLock { $0.failures = 0 }
            return connection
        } catch {
            let (failures, expired) = changingQueue { state in
                state.failures += 1
                let expired =
                    state.isClosed
                    ? state.queue.takeAll() : state.queue.takeExpired(.now - plan.options.waitDeadline)
                return (state.failures, expired)
            }
            plan.metrics.count(error)
            plan.logger.log(
                level: failures.isPowerOfTwo ? .warning : .debug, "a batch worker could not connect",
                metadata: ["error": "\(error)", "reason": "\(error.reason)", "failures": "\(failures)"])
            for entry in expired { entry.continuation.resume(returning: .failure(error)) }
            thread.pause(plan.options.connectBackoff.delay(afterFailures: failures))
            return nil
        }
    }

    private func perform(_ batch: [BatchQueue.Entry], on connection: BlockingConnection) {
        let start = ContinuousClock.now
        defer { plan.batcherMetrics.recordBatch(batch.count, since: start) }
        do throws(PostgresError) {
            let rows = try executeRetrying(batch, on: connection)
            for (entry, row) in zip(batch, rows) { entry.continuation.resume(returning: .success(row)) }
        } catch  where batch.count > 1 && error.wasRefusedByServer {
            // One of them is poison, or all are; alone, each fails for itself. By halves: a few statements find the
            // one, and what failed because of something else at that moment may not fail again.
            plan.logger.debug("a batch is replayed", metadata: ["error": "\(error)", "items": "\(batch.count)"])
            let half = batch.count / 2
            perform(Array(batch[..<half]), on: connection)
            perform(Array(batch[half...]), on: connection)
        } catch {
            for entry in batch { entry.continuation.resume(returning: .failure(error)) }
        }
    }

    /// The traces that a batch serves, or the first few of them.
    private static func comment(of batch: [BatchQueue.Entry]) -> String? {
        var traces: [String] = []
        for entry in batch where traces.count < 8 { if let trace = entry.trace { traces.append(trace) } }
        return traces.isEmpty ? nil : traces.joined(separator: " ")
    }

    private func executeRetrying(
        _ batch: [BatchQueue.Entry], on connection: BlockingConnection
    ) throws(PostgresError) -> [PostgresRow?] {
        var statement = plan.statement(batch.map(\.item))
        statement.comment = Self.comment(of: batch)
        var failures = 0
        while true {
            do throws(PostgresError) {
                let result = try connection.execute(statement)
                return try Self.sorted(result, count: batch.count)
            } catch {
                failures += 1
                let isRollback = error.sqlState?.isTransactionRollback ?? false
                guard isRollback, failures < plan.options.attempts else { throw error }
                thread.pause(plan.options.retryBackoff.delay(afterFailures: failures))
            }
        }
    }

    /// The row that came back for each item; nil for an item without one.
    private static func sorted(_ result: PostgresResult, count: Int) throws(PostgresError) -> [PostgresRow?] {
        var rows = [PostgresRow?](repeating: nil, count: count)
        do throws(PostgresError) {
            for row in result {
                let ordinal: Int = try row.decode(at: 0)
                guard (1...count).contains(ordinal) else {
                    throw PostgresError(.decodingFailed, "ordinal \(ordinal) of \(count)")
                }
                rows[ordinal - 1] = row
            }
        } catch {
            // It has been committed, but whose condition held can no longer be told.
            throw error.afterCommit
        }
        return rows
    }
}

extension PostgresError {
    /// The same failure of reading what a statement said that has been committed.
    var afterCommit: PostgresError {
        var error = self
        error.outcomeIsUnknown = true
        return error
    }

    /// Whether the server refused the statement because of what it was.
    fileprivate var wasRefusedByServer: Bool {
        code == .server && sqlState?.isOfAbsence != true && sqlState != .lockNotAvailable
    }
}
