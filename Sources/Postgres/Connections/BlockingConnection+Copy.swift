import CLibpq
import Foundation

extension BlockingConnection {
    /// Sends rows to `COPY … FROM STDIN`, and says how many the server took.
    func copy(
        _ sql: String, rows: some Sequence<[UInt8]>, ticket: Interruption.Ticket
    ) throws(PostgresError) -> Int {
        var exchange = try begin(sql, ticket: ticket, mayCommit: transactionStatus == PQTRANS_IDLE)
        // The server waits for us, for as long as there are rows.
        exchange.deadline = nil
        guard PQsendQuery(handle, sql) == 1, let first = try nextResult(&exchange) else { throw broken(exchange) }
        guard first.status == PGRES_COPY_IN else { throw try refusal(first, &exchange) }
        for chunk in rows {
            guard !interruption.isCancelled(ticket) else { return try abandon(&exchange) }
            guard try put(chunk, exchange) else { break }
        }
        // NB: not sent if the server has already ended the copy; its reason comes next, either way.
        _ = PQputCopyEnd(handle, nil)
        guard let result = try collect(&exchange) else { throw broken(exchange) }
        finish(exchange)
        guard !result.isError else { throw error(of: result, in: exchange) }
        return result.affectedRows
    }

    /// Sends a part of the rows; false if the server takes no more.
    private func put(_ chunk: [UInt8], _ exchange: Exchange) throws(PostgresError) -> Bool {
        while true {
            let taken = chunk.withUnsafeBytes { bytes in
                PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
            }
            guard taken >= 0 else { return false }
            try flush(exchange)
            if taken > 0 { return true }
        }
    }

    /// Waits until everything is sent.
    ///
    /// libpq takes on as much as there is, and with each part that it sends it moves all the rest in memory: a copy of
    /// many rows would take time with the square of their number.
    private func flush(_ exchange: Exchange) throws(PostgresError) {
        while case let unsent = PQflush(handle), unsent != 0 {
            guard unsent > 0 else { throw broken(exchange) }
            _ = wait(for: POLLIN | POLLOUT, until: nil)
            guard PQconsumeInput(handle) != 0 else { throw broken(exchange) }
        }
    }

    private func abandon(_ exchange: inout Exchange) throws(PostgresError) -> Int {
        _ = PQputCopyEnd(handle, "cancelled")
        _ = try collect(&exchange)
        throw PostgresError(.cancelled, statement: exchange.statement)
    }

    /// Why there is no copy to send rows to.
    private func refusal(_ result: ResultStorage, _ exchange: inout Exchange) throws(PostgresError) -> PostgresError {
        guard result.isError, result.status == PGRES_FATAL_ERROR else {
            fail()
            return PostgresError(.unsupported, "anything but COPY … FROM STDIN", statement: exchange.statement)
        }
        while try nextResult(&exchange) != nil {}
        finish(exchange)
        return error(of: result, in: exchange)
    }

    private func broken(_ exchange: Exchange) -> PostgresError {
        fail()
        return PostgresError(
            .connectionLost, connection: handle, statement: exchange.statement, outcomeIsUnknown: exchange.mayCommit)
    }
}

extension PostgresConnection {
    /// Executes `COPY … FROM STDIN` with rows in the format that the statement names, and says how many there were.
    ///
    /// The rows come as bytes, in parts of any size; they are made on the connection's thread, as fast as the server
    /// takes them.
    @discardableResult
    package func copy(
        _ statement: String, rows: some Sequence<[UInt8]> & Sendable
    ) async throws(PostgresError) -> Int {
        try await perform { connection, ticket throws(PostgresError) in
            try connection.copy(statement, rows: rows, ticket: ticket)
        }
    }
}
