import CLibpq
import Foundation

/// Something that executes statements: a pool, a connection or a transaction.
package protocol PostgresQueryable: Sendable {
    /// Executes one statement and gives back its rows.
    ///
    /// If the task is cancelled, the statement is too, and the error is ``PostgresError/Code/cancelled``.
    func query(_ statement: PostgresStatement) async throws(PostgresError) -> PostgresResult
}

/// One connection to a server, with a plain thread of its own beneath; statements are executed in the order they are
/// asked for.
package final class PostgresConnection: PostgresQueryable {
    /// The condition of the connection, known without asking its thread.
    enum Condition {
        case idle, inTransaction, lost
    }

    private struct Status {
        var condition = Condition.idle
        var socket: Int32 = -1
        var madeAt = ContinuousClock.now
    }

    private let thread: ConnectionThread
    private let health: ServerHealth
    private let status = Locked(Status())

    private init(_ health: ServerHealth) throws(PostgresError) {
        self.health = health
        thread = try ConnectionThread()
    }

    deinit { thread.close() }

    package static func open(
        _ configuration: PostgresConfiguration
    ) async throws(PostgresError) -> PostgresConnection {
        let outcome: Result<PostgresConnection, PostgresError> = await withCheckedContinuation { continuation in
            let metrics = PostgresMetrics(configuration.metricsFactory)
            start(configuration, metrics: metrics, after: .zero) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    /// Connects on the new connection's thread after a delay and calls `opened` there.
    static func start(
        _ configuration: PostgresConfiguration, metrics: PostgresMetrics, after delay: Duration,
        opened: @escaping @Sendable (Result<PostgresConnection, PostgresError>) -> Void
    ) {
        do throws(PostgresError) {
            let connection = try PostgresConnection(configuration.health)
            let thread = connection.thread
            thread.enqueue { blocking in
                if delay > .zero { thread.pause(delay) }
                do throws(PostgresError) {
                    let new = try BlockingConnection.open(
                        configuration, interruption: thread.interruption, metrics: metrics)
                    // NB: published before anybody has it, who would take it for lost otherwise.
                    connection.publish(new)
                    blocking = new
                    opened(.success(connection))
                } catch {
                    opened(.failure(error))
                }
            }
        } catch {
            opened(.failure(error))
        }
    }

    package func query(_ statement: PostgresStatement) async throws(PostgresError) -> PostgresResult {
        let statement = statement.ofTask
        return try await perform { connection, ticket throws(PostgresError) in
            try connection.execute(statement, ticket: ticket)
        }
    }

    /// Executes a text of several statements without parameters: outside a transaction, all of it is one.
    ///
    /// - Parameter isTimed: whether the configuration's statement timeout holds.
    package func execute(script: String, isTimed: Bool = true) async throws(PostgresError) {
        try await perform { connection, ticket throws(PostgresError) in
            _ = try connection.executeScript(script, ticket: ticket, isTimed: isTimed)
        }
    }

    /// Ends the connection after what has already been asked for.
    package func close() { thread.close() }

    /// Ends all connections of this process, also those of pools and batchers, before the process ends.
    ///
    /// NB: while a process exits, libraries of libpq's take away what a connection that is made or ended still uses.
    package static func endAll() async { _ = await ConnectionThread.endAll(within: .seconds(3)) }

    /// Does something on the connection's thread; cancelling the task cancels it there.
    func perform<Output: Sendable>(
        _ work: @escaping @Sendable (BlockingConnection, Interruption.Ticket) throws(PostgresError) -> Output
    ) async throws(PostgresError) -> Output {
        let interruption = thread.interruption
        let ticket = interruption.issueTicket()
        defer { interruption.retire(ticket) }
        let outcome = await withTaskCancellationHandler {
            await onThread { connection throws(PostgresError) in try work(connection, ticket) }
        } onCancel: {
            interruption.cancel(ticket)
        }
        return try outcome.get()
    }

    /// Does something on the connection's thread, whether or not the task is cancelled.
    func onThread<Output: Sendable>(
        _ work: @escaping @Sendable (BlockingConnection) throws(PostgresError) -> Output
    ) async -> Result<Output, PostgresError> {
        await withCheckedContinuation { continuation in
            thread.enqueue { connection in
                guard let connection else {
                    return continuation.resume(returning: .failure(PostgresError(.closed, isSafeToRetry: true)))
                }
                let outcome = Result { () throws(PostgresError) in try work(connection) }
                self.publish(connection)
                continuation.resume(returning: outcome)
            }
        }
    }

    private func publish(_ connection: BlockingConnection) {
        let condition: Condition =
            if connection.isLost {
                .lost
            } else {
                connection.transactionStatus == PQTRANS_IDLE ? .idle : .inTransaction
            }
        status.withLock {
            $0 = Status(condition: condition, socket: connection.socket, madeAt: connection.madeAt)
        }
    }

    /// As it was after the last statement.
    var condition: Condition { status.withLock(\.condition) }

    /// Whether its server is not under suspicion, and nothing has arrived that nobody asked for. The end of an idle
    /// connection is such a thing, so this finds out that a backend was killed without sending anything.
    var isUsable: Bool {
        status.withLock { status in
            guard [.idle, .inTransaction].contains(status.condition), status.socket >= 0,
                !health.isSuspect(status.madeAt)
            else { return false }
            var descriptor = pollfd(fd: status.socket, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, 0) == 0
        }
    }
}
