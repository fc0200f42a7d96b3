import Foundation
import Postgres
import Roundtable

extension PostgresStore {
    /// Moves all that a session waits for to the clock time of this database, so that as much time is left as when the
    /// session was exported. Its events go with it: replays find the same.
    ///
    /// - Parameter milliseconds: how much later it is here, by players' clocks, than it was there.
    func moveClocks(of id: UUID, by milliseconds: Int, in transaction: PostgresTransaction) async throws {
        _ = try await transaction.query(
            """
            UPDATE claims SET until = until + \(milliseconds)::bigint * interval '1 millisecond',
                expires_at = expires_at + \(milliseconds)::bigint * interval '1 millisecond'
            WHERE session_id = \(id) AND state IN ('open', 'aside')
            """)
        let rows = try await transaction.query(
            "SELECT seating FROM sessions WHERE session_id = \(id) AND deadline IS NOT NULL")
        guard var seating: Seating = try rows.first?.decode(at: 0, as: PostgresJSON.self).decode() else { return }
        for seat in seating.seats.indices {
            seating.seats[seat].clock = seating.seats[seat].clock?.moving(by: milliseconds)
        }
        _ = try await transaction.query(
            """
            UPDATE sessions SET seating = \(try PostgresJSON(seating)),
                deadline = deadline + \(milliseconds)::bigint * interval '1 millisecond',
                remind_at = remind_at + \(milliseconds)::bigint * interval '1 millisecond'
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
