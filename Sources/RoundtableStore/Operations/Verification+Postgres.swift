import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// How many sessions there are.
    package func countSessions() async throws(ServiceError) -> Int {
        let rows = try await query("SELECT count(*) FROM sessions")
        return try read { try rows.first?.decode(at: 0) ?? 0 }
    }

    /// Rebuilds sessions from their events, in the order of their IDs, all as they were at one moment.
    package func verify(after last: SessionID?, limit: Int) async throws(ServiceError) -> [Verification] {
        do {
            return try await pool.withTransaction(.init(isolation: .repeatableRead, isReadOnly: true)) { transaction in
                try await verify(after: last?.uuid, limit: limit, in: transaction)
            }
        } catch let error as PostgresError {
            throw ServiceError(error)
        } catch {
            throw (error as? ServiceError) ?? ServiceError(.internal, "Sessions can't be read.", underlying: error)
        }
    }

    private func verify(
        after last: UUID?, limit: Int, in transaction: PostgresTransaction
    ) async throws -> [Verification] {
        let rows = try await transaction.query(
            """
            SELECT \(unescaped: Session.columns()) FROM \(unescaped: Session.source)
            WHERE \(last) IS NULL OR s.session_id > \(last) ORDER BY s.session_id LIMIT \(limit)
            """)
        let ids = try rows.map { try $0.decode("session_id", as: UUID.self) }
        let events = try await events(of: ids, in: transaction)
        return zip(ids, rows).map { id, row in
            do {
                let session = try Session(row: row, games: games)
                return Verification(of: session, with: try (events[id] ?? []).map { try Event(row: $0) }, games: games)
            } catch {
                let reason = (error as? ServiceError) ?? ServiceError(.internal, "A stored row can't be read: \(error)")
                return Verification(of: SessionID(id), unreadable: reason)
            }
        }
    }

    /// The rows of the events of some sessions, in order.
    func events(of sessions: [UUID], in transaction: PostgresTransaction) async throws -> [UUID: [PostgresRow]] {
        let rows = try await transaction.query(
            """
            SELECT session_id, revision, kind, seat, player_id, details, at FROM events
            WHERE session_id = ANY (\(sessions)) ORDER BY session_id, revision
            """)
        return try Dictionary(grouping: rows) { try $0.decode("session_id", as: UUID.self) }
    }
}
