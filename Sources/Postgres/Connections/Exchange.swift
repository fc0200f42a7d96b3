import CLibpq
import Foundation

/// One statement or pipeline on its way to the server and back.
struct Exchange {
    /// The text of the statement, for errors.
    var statement: String
    /// The ticket by which the caller's task cancels it, if it may.
    let ticket: Interruption.Ticket?
    /// Whether the server may commit while we wait, so that a lost connection leaves the outcome unknown.
    let mayCommit: Bool
    /// The number of the server's warnings when it began.
    let warnings: Int
    /// When to lose patience.
    var deadline: ContinuousClock.Instant?
    /// The request that was made to cancel, and what the caller is told then.
    var cancellation: (request: QueryCancellation, code: PostgresError.Code)?
}

extension BlockingConnection {
    /// Checks that something may be sent at all and starts the clock.
    func begin(
        _ statement: String, ticket: Interruption.Ticket?, mayCommit: Bool, timeLimit: Duration? = nil
    ) throws(PostgresError) -> Exchange {
        guard !isLost else { throw PostgresError(.connectionLost, statement: statement, isSafeToRetry: true) }
        forgetNotifications()
        if let ticket, interruption.isCancelled(ticket) { throw PostgresError(.cancelled, statement: statement) }
        let deadline = (timeLimit ?? configuration.statementTimeout).map { ContinuousClock.now + $0 }
        return Exchange(
            statement: statement, ticket: ticket, mayCommit: mayCommit, warnings: warnings, deadline: deadline)
    }

    /// Drops what was notified to somebody else: behind a PgBouncer, whoever used the backend before may have listened.
    private func forgetNotifications() {
        while let notification = PQnotifies(handle) { PQfreemem(notification) }
    }

    /// The next result of the exchange, nil at the end of a statement.
    func nextResult(_ exchange: inout Exchange) throws(PostgresError) -> ResultStorage? {
        while PQisBusy(handle) != 0 {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw lost(exchange) }
            try waitForServer(&exchange, events: unsent > 0 ? POLLIN | POLLOUT : POLLIN)
        }
        return PQgetResult(handle).map { ResultStorage(pointer: $0, statement: exchange.statement) }
    }

    private func waitForServer(_ exchange: inout Exchange, events: Int32) throws(PostgresError) {
        switch wait(for: events, until: exchange.deadline) {
        case .socket:
            // NB: what a dying server said last is in the buffer, and is a better error than the end of the stream.
            guard PQconsumeInput(handle) != 0 || PQisBusy(handle) == 0 else { throw lost(exchange) }
        case .interruption:
            if let ticket = exchange.ticket, interruption.isCancelled(ticket) { cancel(&exchange, .cancelled) }
        case .deadline where exchange.deadline?.isNoticedLate == true:
            exchange.deadline = .now + .moment
        case .deadline where exchange.cancellation == nil:
            cancel(&exchange, .statementTimeout)
        case .deadline:
            failWithOthers(isSilent: true)
            throw lost(exchange)
        }
    }

    private func cancel(_ exchange: inout Exchange, _ code: PostgresError.Code) {
        guard exchange.cancellation == nil else { return }
        exchange.cancellation = (QueryCancellation(to: handle), code)
        exchange.deadline = .now + configuration.cancelGrace
    }

    private func lost(_ exchange: Exchange) -> PostgresError {
        fail()
        let error = PostgresError(
            .connectionLost, connection: handle, statement: exchange.statement, outcomeIsUnknown: exchange.mayCommit)
        metrics.count(error)
        return error
    }

    /// Everything up to the end of one statement: its last result, or the first that failed.
    func collect(_ exchange: inout Exchange) throws(PostgresError) -> ResultStorage? {
        var kept: ResultStorage?
        while let result = try nextResult(&exchange) {
            if result.needsCopying {
                fail()
                throw PostgresError(.unsupported, "COPY", statement: exchange.statement)
            }
            if kept?.isError != true { kept = result }
        }
        return kept
    }

    /// Leaves the connection ready for the next exchange, or given up.
    func finish(_ exchange: Exchange) {
        guard let cancellation = exchange.cancellation else { return }
        if !cancellation.request.waitUntilDone(configuration.cancelGrace) { fail() }
    }

    /// The error that the caller gets for a result that is one.
    func error(of result: ResultStorage, in exchange: Exchange) -> PostgresError {
        var error = PostgresError(result: result.pointer, statement: exchange.statement)
        if error.code == .connectionLost || isLost {
            fail()
            error.code = .connectionLost
            error.outcomeIsUnknown = exchange.mayCommit
            error.isSafeToRetry = !exchange.mayCommit
        } else if let cancellation = exchange.cancellation, error.sqlState == .queryCanceled {
            error.code = cancellation.code
        } else if error.sqlState?.isOfAbsence == true {
            // NB: what the server is, a session of it may have learned when it began: another one asks anew.
            if error.sqlState == .readOnlyTransaction { failWithOthers(isSilent: false) } else { fail() }
            error.isSafeToRetry = true
        }
        metrics.count(error)
        return error
    }
}

extension ResultStorage {
    var status: ExecStatusType { PQresultStatus(pointer) }

    var isError: Bool {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC: false
        default: true
        }
    }

    fileprivate var needsCopying: Bool {
        switch status {
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: true
        default: false
        }
    }
}
