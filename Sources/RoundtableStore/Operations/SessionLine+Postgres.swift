import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    /// Sessions as a search wants them. Reads no position, so that also games are listed that this program does not know.
    package func sessions(_ search: SessionSearch) async throws(ServiceError) -> [SessionLine] {
        let column = search.order.column
        let (direction, comparison) = search.isAscending ? ("ASC", ">") : ("DESC", "<")
        let rows = try await query(
            """
            SELECT \(unescaped: SessionLine.columns) FROM sessions s
            WHERE (\(search.game) IS NULL OR s.game = \(search.game))
                AND (\(search.phase?.rawValue) IS NULL OR s.phase = \(search.phase?.rawValue))
                AND (\(search.staleSince) IS NULL OR s.updated_at < \(search.staleSince))
                AND (\(search.overdueAt) IS NULL OR s.deadline <= \(search.overdueAt))
                AND (\(search.player?.uuid) IS NULL OR s.session_id IN (
                    SELECT session_id FROM session_players WHERE player_id = \(search.player?.uuid)))
                AND (\(search.waitingFor?.uuid) IS NULL OR s.session_id IN (
                    SELECT session_id FROM session_players WHERE player_id = \(search.waitingFor?.uuid))
                    AND EXISTS (
                        SELECT FROM unnest(s.to_act) AS acting (seat)
                        WHERE (s.seating -> 'seats' -> acting.seat ->> 'player')::uuid = \(search.waitingFor?.uuid)))
                AND s.\(unescaped: column) IS NOT NULL
                AND (\(search.after?.id) IS NULL OR (s.\(unescaped: column), s.session_id) \(unescaped: comparison)
                    (\(search.after?.at), \(search.after?.id)))
            ORDER BY s.\(unescaped: column) \(unescaped: direction), s.session_id \(unescaped: direction)
            LIMIT \(search.limit)
            """)
        return try read { try rows.map { try SessionLine(row: $0) } }
    }
}

extension SessionSearch.Order {
    fileprivate var column: String {
        switch self {
        case .updated: "updated_at"
        case .created: "created_at"
        case .deadline: "deadline"
        }
    }
}

extension SessionLine {
    /// What ``init(row:)`` reads, of a session `s`.
    fileprivate static let columns = """
        s.session_id, s.game, s.rules, s.phase, s.revision, jsonb_array_length(s.seating -> 'seats') AS seats,
        (SELECT count(*) FROM jsonb_array_elements(s.seating -> 'seats') AS seat WHERE seat ->> 'state' = 'taken') AS taken,
        s.to_act, s.deadline, s.created_at, s.updated_at
        """

    fileprivate init(row: PostgresRow) throws {
        guard let phase = Session.Phase(rawValue: try row.decode("phase")) else {
            throw ServiceError(.internal, "A stored session has an unknown phase.")
        }
        self.init(
            id: SessionID(try row.decode("session_id")), game: GameName(rawValue: try row.decode("game")),
            rules: try row.decode("rules"), phase: phase, revision: try row.decode("revision"),
            seats: try row.decode("seats"), taken: try row.decode("taken"),
            toAct: try row.decode("to_act", as: [Int].self).map(SeatIndex.init(_:)),
            deadline: try row.decode("deadline"), createdAt: try row.decode("created_at"),
            updatedAt: try row.decode("updated_at"))
    }
}
