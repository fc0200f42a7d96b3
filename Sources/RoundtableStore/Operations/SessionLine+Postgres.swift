package import Foundation
import GameRules
import Postgres
package import Roundtable

/// An event as far as its plain columns tell: of a session that can't be read.
package struct UnreadEvent: Sendable {
    package let revision: Int
    package let kind: String
    package let seat: Int?
    package let player: PlayerID?
    package let at: Date
}

extension PostgresStore {
    /// Sessions as a search wants them. Reads no position, so that also games are listed that this program does not
    /// know.
    package func sessions(_ search: SessionSearch) async throws(ServiceError) -> [SessionLine] {
        let column = search.order.column
        let (direction, comparison) = search.isAscending ? ("ASC", ">") : ("DESC", "<")
        func belongs(_ player: PlayerID) -> StatementPart {
            "s.session_id IN (SELECT session_id FROM session_players WHERE player_id = \(player.uuid))"
        }
        let place = "(s.\(column), s.session_id) \(comparison)"
        let conditions: [StatementPart?] = [
            search.game.map { "s.game = \($0)" }, search.phase.map { "s.phase = \($0.rawValue)" },
            search.staleSince.map { "s.updated_at < \($0)" }, search.overdueAt.map { "s.deadline <= \($0)" },
            search.player.map(belongs), search.waitingFor.map(belongs),
            search.waitingFor.map { "s.acting @> ARRAY[\($0.uuid)]" },
            search.after.map { "\(unescaped: place) (\($0.at), \($0.id))" },
        ]
        return try await readAll(
            """
            SELECT \(unescaped: SessionLine.columns) FROM sessions s
            WHERE s.\(unescaped: column) IS NOT NULL\(and: conditions)
            ORDER BY s.\(unescaped: column) \(unescaped: direction), s.session_id \(unescaped: direction)
            LIMIT \(search.limit)
            """
        ) { try SessionLine(row: $0) }
    }

    /// A session as a list shows it; nil if there is none.
    package func line(of session: SessionID) async throws(ServiceError) -> SessionLine? {
        try await readFirst(
            "SELECT \(unescaped: SessionLine.columns) FROM sessions s WHERE s.session_id = \(session.uuid)"
        ) { try SessionLine(row: $0) }
    }

    /// The events of a session without their details.
    package func unreadEvents(of session: SessionID) async throws(ServiceError) -> [UnreadEvent] {
        try await readAll(
            """
            SELECT revision, kind, seat, player_id, at FROM events
            WHERE session_id = \(session.uuid) ORDER BY revision
            """
        ) { row in
            let (revision, kind, seat, player, at) = try row.decode((Int, String, Int?, UUID?, Date).self)
            return UnreadEvent(
                revision: revision, kind: kind, seat: seat, player: player.map { PlayerID($0) }, at: at)
        }
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
    /// The columns that ``init(row:)`` reads, of a session `s`.
    static let columns = """
        s.session_id, s.game, s.rules, s.phase, s.revision,
        CASE WHEN \(hasSeats) THEN json_array_length(s.seating -> 'seats') ELSE 0 END AS seats,
        (SELECT count(*) FROM json_array_elements(CASE WHEN \(hasSeats) THEN s.seating -> 'seats' ELSE '[]' END) AS seat
            WHERE coalesce(seat ->> 'state', 'taken') = 'taken') AS taken,
        s.to_act, s.deadline, s.created_at, s.updated_at
        """

    /// A row may be damaged, and is listed all the same.
    private static let hasSeats = "coalesce(json_typeof(s.seating -> 'seats') = 'array', false)"

    init(row: PostgresRow) throws {
        self.init(
            id: SessionID(try row.decode("session_id")), game: GameName(rawValue: try row.decode("game")),
            rules: try row.decode("rules"), phase: try row.decode("phase"), revision: try row.decode("revision"),
            seats: try row.decode("seats"), taken: try row.decode("taken"),
            toAct: try row.decode("to_act", as: [Int].self).map(SeatIndex.init(_:)),
            deadline: try row.decode("deadline"), createdAt: try row.decode("created_at"),
            updatedAt: try row.decode("updated_at"))
    }
}
