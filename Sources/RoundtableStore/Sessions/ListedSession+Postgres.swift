package import Foundation
import GameRules
import Logging
import Postgres
package import Roundtable

extension PostgresStore {
    /// The number of a player's sessions in a stretch of their list.
    package static let listedStretch = 1000

    /// Leaves out sessions of games that this service does not know any more, and logs those that can't be read: one of
    /// them must not hide the others. A stretch that did not fill the page ends it, so that one request reads no more
    /// sessions than one stretch of each part has.
    package func sessions(
        of player: PlayerID, _ filter: SessionQuery
    ) async throws(ServiceError) -> (sessions: [ListedSession], next: SessionQuery.Place?) {
        var found: [ListedSession] = []
        var next = filter.start
        while let place = next, found.count < filter.limit {
            let wanted = filter.limit - found.count
            let statement = ListedSession.statement(
                of: player, filter, after: place, limit: wanted, games: games.names.map(\.rawValue))
            let rows = Array(try await query(statement))
            found += rows.compactMap { readOrLog($0, after: place) }
            if rows.count == wanted, let last = rows.last {
                next = try read { place.following(try last.mark()) }
                continue
            }
            let end = try await query(ListedSession.end(of: place, of: player))
            if let last = end.first {
                return (found, SessionQuery.Place(in: place.part, after: try read { try last.mark() }))
            }
            next = filter.start(after: place.part)
        }
        return (found, next)
    }

    package func hide(_ session: SessionID, from player: PlayerID) async throws(ServiceError) -> Bool {
        try await changes(
            """
            UPDATE session_players p SET hidden_at = greatest(p.hidden_at, s.revision) FROM sessions s
            WHERE p.session_id = \(session.uuid) AND p.player_id = \(player.uuid) AND s.session_id = p.session_id
            """)
    }

    package func hide(
        _ session: SessionID, fromExpected player: PlayerID, at now: Date
    ) async throws(ServiceError) {
        _ = try await query(
            """
            INSERT INTO session_players (session_id, player_id, listed_at, hidden_at)
            VALUES (\(session.uuid), \(player.uuid), \(now), \(Int(Int32.max)))
            ON CONFLICT DO NOTHING
            """)
    }

    private func readOrLog(_ row: PostgresRow, after place: SessionQuery.Place) -> ListedSession? {
        do {
            return try ListedSession(row: row, after: place)
        } catch {
            let id = (try? row.decode("session_id", as: UUID.self)).map { SessionID($0).description } ?? "?"
            logger.error("a stored session can't be read", metadata: ["session": "\(id)", "reason": "\(error)"])
            return nil
        }
    }
}

extension ListedSession {
    fileprivate init(row: PostgresRow, after place: SessionQuery.Place) throws {
        self.init(
            id: SessionID(try row.decode("session_id")), game: GameName(rawValue: try row.decode("game")),
            revision: try row.decode("revision"),
            phase: try row.word("phase", orThrow: "A stored session has an unknown phase."),
            seating: try row.decode("seating", as: PostgresJSON.self).decode(),
            toAct: try row.decode("to_act", as: [Int].self).map(SeatIndex.init(_:)),
            updatedAt: try row.decode("updated_at", as: Date.self).roundedToMilliseconds,
            deadline: try row.decode("deadline", as: Date?.self)?.roundedToMilliseconds,
            outcome: try row.decode("outcome", as: PostgresJSON?.self)?.decode(), newest: try Newest(row: row),
            place: place.following(try row.mark()))
    }
}

extension ListedSession {
    /// The sessions of one stretch after a place in it.
    ///
    /// NB: the newest event is taken apart only of the sessions that are listed, and one of its texts is read. It may
    /// be large, and OFFSET keeps the planner from taking it apart again for each use of the text.
    static func statement(
        of player: PlayerID, _ filter: SessionQuery, after place: SessionQuery.Place, limit: Int, games: [String]
    ) -> PostgresStatement {
        let isFiled = place.part == .filed
        let (stretch, last) = (place.stretch ?? .newest, place.last ?? .newest)
        let time = isFiled ? "p.listed_at" : "s.updated_at"
        let isTurn: Bool? = isFiled ? nil : place.part == .yourTurn
        return """
            SELECT session_id, game, revision, phase, seating, to_act, updated_at, deadline, outcome, at,
                event_revision, seat, player_id,
                CASE WHEN octet_length(said.text::text) <= \(Newest.longest) THEN said.text END AS text
            FROM (
                SELECT s.session_id, s.game, s.revision, s.phase, s.seating, s.to_act, s.updated_at,
                    s.deadline, s.outcome, \(unescaped: time) AS at,
                    e.revision AS event_revision, e.seat, e.player_id, e.details
                FROM (
                    SELECT session_id, listed_at, hidden_at FROM session_players
                    WHERE player_id = \(player.uuid) AND is_filed = \(isFiled)
                        AND (listed_at, session_id) < (\(stretch.at), \(stretch.id))
                    ORDER BY listed_at DESC, session_id DESC LIMIT \(PostgresStore.listedStretch)
                ) AS p
                JOIN sessions s ON s.session_id = p.session_id
                LEFT JOIN events e ON e.session_id = s.session_id AND e.revision = s.revision
                WHERE s.game = ANY (\(games))
                    AND (p.hidden_at IS NULL OR s.revision > p.hidden_at)
                    AND (\(filter.phase?.rawValue) IS NULL OR s.phase = \(filter.phase?.rawValue))
                    AND (\(isTurn) IS NULL OR \(isTurn) = (\(player.uuid) = ANY (s.acting)))
                    AND (\(unescaped: time), s.session_id) < (\(last.at), \(last.id))
                ORDER BY \(unescaped: time) DESC, s.session_id DESC
                LIMIT \(limit)
            ) AS listed
            CROSS JOIN LATERAL (SELECT details -> 'texts' AS texts OFFSET 0) AS told
            CROSS JOIN LATERAL (SELECT coalesce(texts -> 'summary', texts -> 'caption') AS text OFFSET 0) AS said
            ORDER BY at DESC, session_id DESC
            """
    }

    /// The place of a stretch's last session in the index; nil if no other stretch may follow.
    static func end(of place: SessionQuery.Place, of player: PlayerID) -> PostgresStatement {
        let stretch = place.stretch ?? .newest
        return """
            SELECT listed_at AS at, session_id FROM session_players
            WHERE player_id = \(player.uuid) AND is_filed = \(place.part == .filed)
                AND (listed_at, session_id) < (\(stretch.at), \(stretch.id))
            ORDER BY listed_at DESC, session_id DESC LIMIT 1 OFFSET \(PostgresStore.listedStretch - 1)
            """
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

extension PostgresRow {
    /// The mark of a session in its stretch, whether or not the rest of its row can be read.
    fileprivate func mark() throws -> PageMark {
        PageMark(at: try decode("at"), id: try decode("session_id"))
    }
}
