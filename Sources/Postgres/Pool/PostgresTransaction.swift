import CLibpq

package struct PostgresTransactionOptions: Sendable {
    package enum Isolation: String, Sendable {
        case readCommitted = "READ COMMITTED"
        case repeatableRead = "REPEATABLE READ"
        case serializable = "SERIALIZABLE"
    }

    /// The isolation level; nil for the server's default.
    package var isolation: Isolation?
    package var isReadOnly: Bool
    /// The most times that the whole transaction is executed, if it fails with an error that is safe to retry. The body
    /// then runs again and must have no other effects than its statements.
    package var attempts: Int
    package var backoff = Backoff(base: .milliseconds(5), maximum: .milliseconds(200))

    /// Makes options; by default one attempt at the server's isolation level.
    package init(isolation: Isolation? = nil, isReadOnly: Bool = false, attempts: Int = 1) {
        self.isolation = isolation
        self.isReadOnly = isReadOnly
        self.attempts = attempts
    }

    package static let retrying = PostgresTransactionOptions(attempts: 5)

    var opening: PostgresStatement {
        var sql = "BEGIN"
        if let isolation { sql += " ISOLATION LEVEL \(isolation.rawValue)" }
        if isReadOnly { sql += " READ ONLY" }
        return PostgresStatement(unescaped: sql)
    }
}

/// A transaction that is going on; it begins with its first statement, in the same round trip.
package final class PostgresTransaction: PostgresQueryable {
    private enum Phase { case fresh, open, ended }

    private let connection: PostgresConnection
    private let opening: PostgresStatement
    private let phase = Locked(Phase.fresh)

    fileprivate init(on connection: PostgresConnection, opening: PostgresStatement) {
        self.connection = connection
        self.opening = opening
    }

    package func query(_ statement: PostgresStatement) async throws(PostgresError) -> PostgresResult {
        let statement = statement.ofTask
        return try await perform { connection, opening, ticket throws(PostgresError) in
            guard let opening else { return try connection.execute(statement, ticket: ticket, mayCommit: false) }
            return try connection.pipeline([statement], after: opening, ticket: ticket)[0]
        }
    }

    /// Executes statements of the transaction in one round trip.
    package func pipeline(_ statements: [PostgresStatement]) async throws(PostgresError) -> [PostgresResult] {
        let statements = statements.map(\.ofTask)
        return try await perform { connection, opening, ticket throws(PostgresError) in
            try connection.pipeline(statements, after: opening, ticket: ticket)
        }
    }

    /// Executes a text of several statements without parameters; begins, if that has not happened, in a round trip of
    /// its own.
    ///
    /// - Parameter isTimed: whether the configuration's statement timeout holds.
    package func execute(script: String, isTimed: Bool = true) async throws(PostgresError) {
        try await perform { connection, opening, ticket throws(PostgresError) in
            if let opening {
                try connection.executeScript(opening.text, ticket: ticket, mayCommit: false)
                self.noteBeginning(on: connection)
            }
            try connection.executeScript(script, ticket: ticket, mayCommit: false, isTimed: isTimed)
        }
    }

    /// Runs `work` on the connection's thread, with the statement that begins the transaction, which it must execute
    /// first; nil if the transaction has begun.
    private func perform<Output: Sendable>(
        _ work:
            @escaping @Sendable (
                BlockingConnection, _ opening: PostgresStatement?, Interruption.Ticket
            ) throws(PostgresError) -> Output
    ) async throws(PostgresError) -> Output {
        try await connection.perform { connection, ticket throws(PostgresError) in
            let opening = try self.mustBegin(on: connection) ? self.opening : nil
            defer { self.noteBeginning(on: connection) }
            return try work(connection, opening, ticket)
        }
    }

    private func mustBegin(on connection: BlockingConnection) throws(PostgresError) -> Bool {
        switch phase.withLock({ $0 }) {
        case .fresh: return true
        // NB: idle means that a statement of the body's ended the transaction; what follows would be on its own.
        case .open where connection.transactionStatus != PQTRANS_IDLE: return false
        case .open, .ended: throw PostgresError(.closed, "the transaction has ended")
        }
    }

    private func noteBeginning(on connection: BlockingConnection) {
        if connection.transactionStatus != PQTRANS_IDLE { phase.withLock { $0 = .open } }
    }

    /// Commits, whether or not the task is cancelled.
    fileprivate func commit() async throws(PostgresError) {
        try await connection.onThread { connection throws(PostgresError) in
            let phase = self.end()
            if phase == .open { try connection.commit() }
        }.get()
    }

    fileprivate func rollBack() async {
        _ = await connection.onThread { connection throws(PostgresError) in
            _ = self.end()
            connection.rollBack()
        }
    }

    private func end() -> Phase {
        phase.withLock { phase in
            defer { phase = .ended }
            return phase
        }
    }
}

extension PostgresConnection {
    /// Executes `body` as a transaction: commits when it returns, rolls back when it throws.
    ///
    /// - Throws: what `body` throws; ``PostgresError/Code/rolledBackInstead`` if it swallowed an error that had ended
    ///   the transaction; an error whose outcome is unknown if the connection was lost during COMMIT.
    package nonisolated(nonsending) func withTransaction<Output>(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(),
        _ body: (PostgresTransaction) async throws -> Output
    ) async throws -> Output {
        let transaction = PostgresTransaction(on: self, opening: options.opening)
        let output: Output
        do {
            output = try await body(transaction)
        } catch {
            await transaction.rollBack()
            throw error
        }
        try await transaction.commit()
        return output
    }
}

extension PostgresPool {
    /// Executes `body` as a transaction, again if it fails with an error that is safe to retry and `options` allow it:
    /// so many times, and as long as the pool is patient with a lock that somebody else has.
    package nonisolated(nonsending) func withTransaction<Output>(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(),
        _ body: (PostgresTransaction) async throws -> Output
    ) async throws -> Output {
        var failures = 0
        var retries = LockRetries(self.options)
        while true {
            do {
                return try await withConnection { try await $0.withTransaction(options, body) }
            } catch let error as PostgresError where options.attempts > 1 {
                if await retries.pause(after: error) { continue }
                guard error.isSafeToRetry, failures + 1 < options.attempts else { throw error }
                failures += 1
                try await Task.sleep(for: options.backoff.delay(afterFailures: failures))
            }
        }
    }
}
