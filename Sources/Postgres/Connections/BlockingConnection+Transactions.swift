import CLibpq

extension BlockingConnection {
    /// Commits; an answer that is not COMMIT is an error.
    ///
    /// So is one with a warning: Citus answers COMMIT, and no more than warns, although the node that was to commit
    /// ended before it said that it had.
    func commit() throws(PostgresError) {
        // A transaction that already failed can only be rolled back, so nothing is unknown then.
        let (isOpen, warned) = (transactionStatus == PQTRANS_INTRANS, warnings.count)
        let result = try executeScript("COMMIT", mayCommit: isOpen)
        guard result.command == "COMMIT" else { throw PostgresError(.rolledBackInstead, statement: "COMMIT") }
        guard !isOpen || warnings.count == warned else {
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
