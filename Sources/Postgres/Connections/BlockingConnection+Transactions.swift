import CLibpq

extension BlockingConnection {
    /// Commits; an answer that is not COMMIT is an error.
    func commit() throws(PostgresError) {
        // A transaction that already failed can only be rolled back, so nothing is unknown then.
        let result = try executeScript("COMMIT", mayCommit: transactionStatus == PQTRANS_INTRANS)
        guard result.command == "COMMIT" else { throw PostgresError(.rolledBackInstead, statement: "COMMIT") }
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
