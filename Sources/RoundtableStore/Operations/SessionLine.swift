package import Foundation
package import GameRules
import Postgres
package import Roundtable

/// A session in an operator's list: enough to see whether something is wrong with it, and nothing of anybody.
package struct SessionLine: Sendable, Equatable {
    package let id: SessionID
    package let game: GameName
    package let rules: Int
    /// Its phase as it is stored; perhaps one that this program does not know.
    package let phase: String
    package let revision: Int
    /// The numbers of seats, and of those that somebody has.
    package let seats: Int
    package let taken: Int
    /// The seats that are to act.
    package let toAct: [SeatIndex]
    package let deadline: Date?
    package let createdAt: Date
    package let updatedAt: Date

    /// The place of this line in a list of that order; nil if it has none there.
    package func mark(in order: SessionSearch.Order) -> PageMark? {
        switch order {
        case .updated: PageMark(at: updatedAt, id: id.uuid)
        case .created: PageMark(at: createdAt, id: id.uuid)
        case .deadline: deadline.map { PageMark(at: $0, id: id.uuid) }
        }
    }
}

/// Which sessions an operator wants to see, and in what order.
package struct SessionSearch: Sendable {
    package enum Order: String, CaseIterable, Sendable {
        case updated, created, deadline

        fileprivate var column: String {
            switch self {
            case .updated: "updated_at"
            case .created: "created_at"
            case .deadline: "deadline"
            }
        }
    }

    /// Only those of this game.
    package var game: String?
    /// Only those in this phase.
    package var phase: Session.Phase?
    /// Only those in which nothing has happened since.
    package var staleSince: Date?
    /// Only those in which this player is to act.
    package var waitingFor: PlayerID?
    /// Only those of this player.
    package var player: PlayerID?
    /// Only those whose deadline was before.
    package var overdueAt: Date?
    package var order = Order.updated
    /// Whether the earliest comes first.
    package var isAscending = false
    package var limit: Int
    /// Only those after this place of the list.
    package var after: PageMark?

    package init(limit: Int) { self.limit = limit }
}

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
            WHERE s.\(unescaped: column) IS NOT NULL AND \(all: conditions)
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
