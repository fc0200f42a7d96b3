package import Foundation
package import Logging
import ServiceLifecycle
import Synchronization

/// Writes many small items as few large statements: batching, or group commit.
///
/// Items are spread over workers by their key. A worker takes everything that waits, at most one item of each key
/// unless the options allow more, and executes one statement for all of them, in the order of their keys. The statement
/// takes arrays (`unnest … WITH ORDINALITY`) and returns a row with the ordinal of every item whose condition held.
///
/// An item that the server refuses fails alone: the others of its batch are executed again without it, by halves. If
/// the connection is lost while a batch is on its way, each of its items fails with an error whose outcome is unknown.
/// If a batch can't have a lock in time, all of its items fail with ``SQLState/lockNotAvailable``, and the next batch
/// goes on: whoever submitted them executes them elsewhere.
package final class PostgresBatcher<Item: Sendable, Output: Sendable>: Service {
    private let workers: [BatchWorker]
    private let decode: @Sendable (PostgresRow) throws(PostgresError) -> Output
    private let key: @Sendable (Item) -> UUID?
    /// Where the next item without a key goes.
    private let turn = Atomic(0)

    /// Makes a batcher; its workers connect when they have something to do.
    ///
    /// - Parameters:
    ///   - key: what an item is about; items of one key are executed one after another, in the order in which they
    ///     came. Nil for an item that may be executed together with any other.
    ///   - statement: one of a few texts, each of which is prepared once, with arrays as parameters.
    ///     Of its rows the first column is the item's ordinal, counted from 1.
    ///   - decode: reads what a row says.
    package init(
        configuration: PostgresConfiguration, options: PostgresBatcherOptions = PostgresBatcherOptions(),
        key: @escaping @Sendable (Item) -> UUID?,
        statement: @escaping @Sendable ([Item]) -> PostgresStatement,
        decode: @escaping @Sendable (PostgresRow) throws(PostgresError) -> Output,
        logger: Logger
    ) throws(PostgresError) {
        var configuration = configuration
        configuration.planOnce()
        let plan = BatchPlan(
            configuration: configuration, options: options, statement: { statement($0.map(Self.item)) },
            logger: logger, metrics: PostgresMetrics(configuration.metricsFactory),
            batcherMetrics: PostgresBatcherMetrics(options.name, configuration.metricsFactory))
        var workers: [BatchWorker] = []
        for _ in 0..<options.workers { workers.append(try BatchWorker(plan)) }
        self.workers = workers
        self.key = key
        self.decode = decode
    }

    /// Executes an item and gives back what its row said, or nil if no row came back for it: its condition did not
    /// hold.
    ///
    /// If the task is cancelled while the item waits, it is taken back; if it is on its way already, it completes.
    package func submit(_ item: Item) async throws(PostgresError) -> Output? {
        let key = key(item)
        let number = key?.hashValue ?? turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let index = Int(UInt(bitPattern: number) % UInt(workers.count))
        guard let row = try await workers[index].submit(item, key: key).get() else { return nil }
        do throws(PostgresError) {
            return try decode(row)
        } catch {
            throw error.afterCommit
        }
    }

    /// A submitted item, as it comes out of a worker.
    @Sendable private static func item(_ submitted: any Sendable) -> Item {
        guard let item = submitted as? Item else { preconditionFailure("A worker gives back what it was given") }
        return item
    }

    /// The longest time that an item has waited by now; zero if none does.
    package var longestWait: Duration {
        workers.compactMap(\.waitsSince).min().map { $0.duration(to: .now) } ?? .zero
    }

    /// Waits for graceful shutdown and closes the workers.
    package func run() async throws {
        do {
            try await gracefulShutdown()
        } catch is CancellationError {
            // Cancelled or asked to shut down: the same end.
        }
        await close()
    }

    /// Refuses new items, executes those that wait, and ends the connections.
    package func close() async {
        for worker in workers { worker.beginClosing() }
        for worker in workers { await worker.close() }
    }
}

package struct PostgresBatcherOptions: Sendable {
    /// The name under which a batcher is measured.
    package var name = "items"
    /// The number of workers, each with a thread and a connection.
    package var workers = 2
    /// The number of items that travel in one statement at most.
    package var maximumBatch = 256
    /// Whether an item waits for those of its key to be executed before it; not if the statement executes but one of
    /// them.
    package var isOnePerKey = true
    /// The number of items that may wait for one worker.
    package var queueLimit = 4096
    /// The time that an item may wait for a server that is away.
    package var waitDeadline: Duration = .seconds(2)
    /// The greatest number of times that a batch is sent when the server answers with an error of class 40.
    package var attempts = 8
    /// The pause between such attempts.
    package var retryBackoff = Backoff(base: .milliseconds(2), maximum: .milliseconds(100))
    /// The pause between attempts to connect.
    package var connectBackoff = Backoff(base: .milliseconds(50), maximum: .milliseconds(250))

    package init() {}
}
