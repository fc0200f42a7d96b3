import Foundation
import Postgres
import Roundtable

extension PostgresStore {
    /// Moves all that a session waits for to the clock time of this database, so that as much time is left as when the
    /// session was exported. Its events go with it: replays find the same.
    ///
    /// - Parameter milliseconds: how much later it is here, by players' clocks, than it was there.
    func moveClocks(of id: UUID, by milliseconds: Int, in transaction: PostgresTransaction) async throws {
        // NB: a cluster adds no interval to a column, since what that is may depend on the time zone.
        func moved(_ time: Date?) -> Date? {
            time.map { $0.addingTimeInterval(Double(milliseconds) / 1000).roundedToMilliseconds }
        }
        let claims = try await transaction.query(
            """
            SELECT claim_id, until, expires_at FROM claims WHERE session_id = \(id) AND state IN ('open', 'aside')
            """)
        for row in claims {
            let (claim, until, end) = try row.decode((UUID, Date?, Date?).self)
            _ = try await transaction.query(
                """
                UPDATE claims SET until = \(moved(until)), expires_at = \(moved(end))
                WHERE session_id = \(id) AND claim_id = \(claim)
                """)
        }
        let rows = try await transaction.query(
            "SELECT seating, deadline, remind_at FROM sessions WHERE session_id = \(id) AND deadline IS NOT NULL")
        guard let row = rows.first else { return }
        let (stored, deadline, reminder) = try row.decode((PostgresJSON, Date?, Date?).self)
        var seating: Seating = try stored.decode()
        for seat in seating.seats.indices {
            seating.seats[seat].clock = seating.seats[seat].clock?.moving(by: milliseconds)
        }
        _ = try await transaction.query(
            """
            UPDATE sessions SET seating = \(try PostgresJSON(seating)),
                deadline = \(moved(deadline)), remind_at = \(moved(reminder))
            WHERE session_id = \(id)
            """)
        try await moveEvents(of: SessionID(id), by: milliseconds, in: transaction)
    }

    private func moveEvents(
        of session: SessionID, by milliseconds: Int, in transaction: PostgresTransaction
    ) async throws {
        var last = 0
        while true {
            let rows = try await transaction.query(Event.statement(of: session, after: last, limit: 100))
            guard rows.count > 0 else { return }
            let events = try rows.map { try Event(row: $0).movingClocks(by: milliseconds) }
            _ = try await transaction.pipeline(
                try events.map { event in
                    """
                    UPDATE events SET details = \(try PostgresJSON(event.details))
                    WHERE session_id = \(session.uuid) AND revision = \(event.revision)
                    """
                })
            last = events.last?.revision ?? last
        }
    }
}
