import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    /// The number of sessions.
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
            SELECT \(unescaped: Self.verifiedColumns) FROM \(unescaped: Session.source)
            WHERE s.session_id > \(last ?? .beforeAll) ORDER BY s.session_id LIMIT \(limit)
            """)
        let ids = try rows.map { try $0.decode("session_id", as: UUID.self) }
        let events = try await events(of: ids, in: transaction)
        return zip(ids, rows).map { verification(of: $0, $1, with: events[$0] ?? []) }
    }

    /// The columns of a session's row that ``verification(of:_:with:)`` reads.
    static var verifiedColumns: String { "\(Session.columns()), s.to_act" }

    /// Rebuilds a session from the rows of its events. A row that makes no sense is what it finds.
    func verification(of id: UUID, _ row: PostgresRow, with events: [PostgresRow]) -> Verification {
        do {
            let (game, rules) = (GameName(rawValue: try row.decode("game")), try row.decode("rules", as: Int.self))
            guard games.game(game, version: rules) != nil else {
                return Verification(of: SessionID(id), unknown: game, rules: rules)
            }
            return Verification(
                of: try Session(row: row, games: games, watch: watch),
                toAct: try row.decode("to_act", as: [Int].self).map(SeatIndex.init(_:)),
                with: try events.map { try Event(row: $0) }, games: games)
        } catch {
            return Verification(
                of: SessionID(id),
                unreadable: (error as? ServiceError) ?? ServiceError(.internal, "A stored row makes no sense: \(error)")
            )
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
