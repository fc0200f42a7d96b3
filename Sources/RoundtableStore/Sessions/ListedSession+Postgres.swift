import Foundation
import GameRules
import Logging
import Postgres
package import Roundtable

extension PostgresStore {
    /// The number of a player's sessions that are looked at to list some of them: those that they joined last.
    package static let listedSessions = 1000

    /// Leaves out sessions of games that this service does not know any more, and logs those that can't be read: one of
    /// them must not hide the others.
    package func sessions(of player: PlayerID, _ filter: SessionQuery) async throws(ServiceError) -> [ListedSession] {
        var found: [ListedSession] = []
        var rest = filter
        while rest.limit > 0 {
            let rows = try await rows(of: player, rest)
            let readable = rows.compactMap(readOrLog)
            found += readable
            guard readable.count < rows.count, rows.count == rest.limit, let last = rows.last else { break }
            rest.after = try read { try SessionQuery.Cursor(row: last) }
            rest.limit -= readable.count
        }
        return found
    }

    /// NB: the newest event is taken apart only of the sessions that are listed, and one of its texts is read. It may
    /// be large, and OFFSET keeps the planner from taking it apart again for each use of the text.
    private func rows(of player: PlayerID, _ filter: SessionQuery) async throws(ServiceError) -> [PostgresRow] {
        let rows = try await query(
            """
            SELECT session_id, game, revision, phase, seating, to_act, updated_at, deadline, outcome, is_turn,
                event_revision, seat, player_id,
                CASE WHEN octet_length(said.text::text) <= \(ListedSession.Newest.longest) THEN said.text END AS text
            FROM (
                SELECT s.session_id, s.game, s.revision, s.phase, s.seating, s.to_act, s.updated_at,
                    s.deadline, s.outcome, \(player.uuid) = ANY (s.acting) AS is_turn,
                    e.revision AS event_revision, e.seat, e.player_id, e.details
                FROM (
                    SELECT session_id, hidden_at FROM session_players WHERE player_id = \(player.uuid)
                    ORDER BY joined_at DESC LIMIT \(Self.listedSessions)
                ) AS p
                JOIN sessions s ON s.session_id = p.session_id
                LEFT JOIN events e ON e.session_id = s.session_id AND e.revision = s.revision
                WHERE s.game = ANY (\(games.names.map(\.rawValue)))
                    AND (p.hidden_at IS NULL OR s.revision > p.hidden_at)
                    AND (\(filter.phase?.rawValue) IS NULL OR s.phase = \(filter.phase?.rawValue))
                    AND (\(filter.yourTurn) IS NULL OR \(filter.yourTurn) = (\(player.uuid) = ANY (s.acting)))
                    AND (\(filter.after?.id.uuid) IS NULL
                        OR (\(player.uuid) = ANY (s.acting), s.updated_at, s.session_id)
                            < (\(filter.after?.isYourTurn), \(filter.after?.updatedAt), \(filter.after?.id.uuid)))
                ORDER BY \(player.uuid) = ANY (s.acting) DESC, s.updated_at DESC, s.session_id DESC
                LIMIT \(filter.limit)
            ) AS listed
            CROSS JOIN LATERAL (SELECT details -> 'texts' AS texts OFFSET 0) AS told
            CROSS JOIN LATERAL (SELECT coalesce(texts -> 'summary', texts -> 'caption') AS text OFFSET 0) AS said
            ORDER BY is_turn DESC, updated_at DESC, session_id DESC
            """)
        return Array(rows)
    }

    package func hide(_ session: SessionID, from player: PlayerID) async throws(ServiceError) -> Bool {
        let rows = try await query(
            """
            UPDATE session_players p SET hidden_at = s.revision FROM sessions s
            WHERE p.session_id = \(session.uuid) AND p.player_id = \(player.uuid) AND s.session_id = p.session_id
            RETURNING 1
            """)
        return !rows.isEmpty
    }

    private func readOrLog(_ row: PostgresRow) -> ListedSession? {
        do {
            return try ListedSession(row: row)
        } catch {
            let id = (try? row.decode("session_id", as: UUID.self)).map { SessionID($0).description } ?? "?"
            logger.error("a stored session can't be read", metadata: ["session": "\(id)", "reason": "\(error)"])
            return nil
        }
    }
}

extension ListedSession {
    fileprivate init(row: PostgresRow) throws {
        guard let phase = Session.Phase(rawValue: try row.decode("phase")) else {
            throw ServiceError(.internal, "A stored session has an unknown phase.")
        }
        self.init(
            id: SessionID(try row.decode("session_id")), game: GameName(rawValue: try row.decode("game")),
            revision: try row.decode("revision"), phase: phase,
            seating: try row.decode("seating", as: PostgresJSON.self).decode(),
            toAct: try row.decode("to_act", as: [Int].self).map(SeatIndex.init(_:)),
            updatedAt: try row.decode("updated_at", as: Date.self).roundedToMilliseconds,
            deadline: try row.decode("deadline", as: Date?.self)?.roundedToMilliseconds,
            outcome: try row.decode("outcome", as: PostgresJSON?.self)?.decode(), newest: try Newest(row: row))
    }
}

extension ListedSession.Newest {
    fileprivate init?(row: PostgresRow) throws {
        guard let revision = try row.decode("event_revision", as: Int?.self) else { return nil }
        self.init(
            revision: revision, seat: try row.decode("seat", as: Int?.self).map(SeatIndex.init(_:)),
            player: try row.decode("player_id", as: UUID?.self).map(PlayerID.init),
            text: try row.decode("text", as: PostgresJSON?.self)?.decode())
    }
}

extension SessionQuery.Cursor {
    /// The place of a session in the list, whether or not the rest of its row can be read.
    fileprivate init(row: PostgresRow) throws {
        self.init(
            isYourTurn: try row.decode("is_turn"), updatedAt: try row.decode("updated_at", as: Date.self),
            id: SessionID(try row.decode("session_id")))
    }
}
