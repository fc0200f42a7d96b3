import CLibpq

extension BlockingConnection {
    /// Executes one statement and waits for its rows.
    func execute(
        _ statement: PostgresStatement, ticket: Interruption.Ticket? = nil, mayCommit: Bool = true
    ) throws(PostgresError) -> PostgresResult {
        try deallocateEvicted()
        let isInTransaction = transactionStatus != PQTRANS_IDLE
        var exchange = try begin(
            statement.text, ticket: ticket, mayCommit: mayCommit, timeLimit: statement.timeLimit)
        let start = ContinuousClock.now
        defer { metrics.recordQuery(since: start) }
        var result = try send(statement, &exchange)
        if result.isError, PostgresError.isForgottenStatement(result.pointer) {
            prepared.removeAll()
            guard !isInTransaction else { throw forgotten(result, exchange) }
            result = try send(statement, &exchange)
        }
        return try checked(result, exchange)
    }

    /// Executes a text that needs no parameters and may hold several statements, without preparing anything.
    @discardableResult
    func executeScript(
        _ sql: String, ticket: Interruption.Ticket? = nil, mayCommit: Bool = true, isTimed: Bool = true
    ) throws(PostgresError) -> PostgresResult {
        var exchange = try begin(sql, ticket: ticket, mayCommit: mayCommit)
        if !isTimed { exchange.deadline = nil }
        return try checked(try completed(PQsendQuery(handle, sql), &exchange), exchange)
    }

    /// In a transaction only the whole of it can be tried again, and then the statement will be prepared anew.
    func forgotten(_ result: ResultStorage, _ exchange: Exchange) -> PostgresError {
        finish(exchange)
        var error = error(of: result, in: exchange)
        error.isSafeToRetry = true
        return error
    }

    private func send(
        _ statement: PostgresStatement, _ exchange: inout Exchange
    ) throws(PostgresError) -> ResultStorage {
        guard configuration.preparedStatements, statement.comment == nil else {
            let text = statement.seenText
            let sent = parameters.withPointers(to: statement) { values, lengths, formats in
                PQsendQueryParams(
                    handle, text, Int32(statement.types.count), statement.types, values, lengths, formats, 1)
            }
            return try completed(sent, &exchange)
        }
        let name = try prepare(statement, &exchange)
        return try completed(sendPrepared(statement, as: name), &exchange)
    }

    func sendPrepared(_ statement: PostgresStatement, as name: String) -> Int32 {
        parameters.withPointers(to: statement) { values, lengths, formats in
            PQsendQueryPrepared(handle, name, Int32(statement.types.count), values, lengths, formats, 1)
        }
    }

    func sendPrepare(_ statement: PostgresStatement, as name: String) -> Int32 {
        PQsendPrepare(handle, name, statement.seenText, Int32(statement.types.count), statement.types)
    }

    /// The name of a statement that is prepared when this returns.
    private func prepare(
        _ statement: PostgresStatement, _ exchange: inout Exchange
    ) throws(PostgresError) -> String {
        if let name = prepared.name(of: statement.prepared) { return name }
        let name = prepared.makeName()
        let result = try completed(sendPrepare(statement, as: name), &exchange)
        _ = try checked(result, exchange)
        // NB: a request to cancel that came too late for the preparation would otherwise be lost.
        if let code = exchange.cancellation?.code { throw PostgresError(code, statement: statement.text) }
        remember(statement.prepared, as: name)
        return name
    }

    /// Remembers a statement that has been prepared; the one that makes room is dropped when that disturbs nobody.
    func remember(_ text: StatementText, as name: String) {
        if let evicted = prepared.remember(text, as: name) { evictedNames.append(evicted) }
    }

    /// Drops evicted statements at the server.
    ///
    /// NB: never inside a transaction, which would be aborted if the server has forgotten the name by itself.
    func deallocateEvicted() throws(PostgresError) {
        guard !evictedNames.isEmpty, transactionStatus == PQTRANS_IDLE else { return }
        let names = evictedNames
        evictedNames.removeAll()
        for name in names {
            do throws(PostgresError) {
                try executeScript("DEALLOCATE \(name)", mayCommit: false)
            } catch  where error.sqlState == .invalidStatementName {
                continue
            }
        }
    }

    /// Waits for the end of a statement that has been sent.
    private func completed(_ sent: Int32, _ exchange: inout Exchange) throws(PostgresError) -> ResultStorage {
        guard sent == 1, let result = try collect(&exchange) else {
            fail()
            throw PostgresError(
                .connectionLost, connection: handle, statement: exchange.statement,
                outcomeIsUnknown: sent == 1 && exchange.mayCommit)
        }
        return result
    }

    /// The result as the caller sees it; throws if it is an error.
    ///
    /// NB: whoever cancels a commit that waits for a synchronous standby is told of success, with a warning that the
    /// standby may not have it.
    private func checked(_ result: ResultStorage, _ exchange: Exchange) throws(PostgresError) -> PostgresResult {
        finish(exchange)
        guard !result.isError else { throw error(of: result, in: exchange) }
        guard exchange.cancellation == nil || !exchange.mayCommit || warnings == exchange.warnings else {
            throw PostgresError(
                .connectionLost, "the server warned of the commit", statement: exchange.statement,
                outcomeIsUnknown: true)
        }
        return PostgresResult(storage: result)
    }

    /// Commits; an answer that is not COMMIT is an error.
    ///
    /// So is one with a warning: Citus answers COMMIT, and no more than warns, although the node that was to commit
    /// ended before it said that it had.
    func commit() throws(PostgresError) {
        // A transaction that already failed can only be rolled back, so nothing is unknown then.
        let (isOpen, warned) = (transactionStatus == PQTRANS_INTRANS, warnings)
        let result = try executeScript("COMMIT", mayCommit: isOpen)
        guard result.command == "COMMIT" else { throw PostgresError(.rolledBackInstead, statement: "COMMIT") }
        guard !isOpen || warnings == warned else {
            throw PostgresError(
                .connectionLost, "the server warned of the commit", statement: "COMMIT", outcomeIsUnknown: true)
        }
    }

    /// Ends a transaction if there is one; afterwards the connection is idle or lost.
    func rollBack() {
        guard !isLost, transactionStatus != PQTRANS_IDLE else { return }
        do throws(PostgresError) {
            try executeScript("ROLLBACK", mayCommit: false)
        } catch {
            // Whatever the reason: a connection that cannot roll back must not be used again.
            fail()
        }
    }
}
