import Foundation
import GameRules
import Postgres
import Roundtable

extension Session {
    /// The columns of `sessions` that the initialiser reads, with the newest event of `events` beside them.
    ///
    /// - Parameters:
    ///   - state: what tells how the session stands, or stood: `sessions s`, or another table with these columns.
    ///   - known: a condition on which the columns of any length are of no interest.
    static func columns(of state: String = "s", unless known: String = "false") -> String {
        """
        s.session_id, \(stateColumns.map { "\(state).\($0)" }.joined(separator: ", ")),
        s.game, s.rules, s.creator, s.clock, s.origin, s.rematch_id, s.rematch_at, s.is_live, s.seed, s.created_at,
        CASE WHEN \(known) THEN NULL ELSE \(state).seating END AS seating,
        CASE WHEN \(known) THEN NULL ELSE \(state).position END AS position,
        \(Event.columns)
        """
    }

    private static let stateColumns = ["revision", "state_revision", "phase", "outcome", "deadline"]

    static let source = """
        sessions s LEFT JOIN events e ON e.session_id = s.session_id AND e.revision = s.revision
        """

    /// Reads a session from its row.
    ///
    /// - Throws: `internal`, if its game is not known here or the row makes no sense.
    init(row: PostgresRow, games: GameLibrary, watch: RulesWatch) throws {
        let name = GameName(rawValue: try row.decode("game"))
        let rules: Int = try row.decode("rules")
        guard let game = games.game(name, version: rules) else {
            throw ServiceError(.internal, "This service does not know \(name), version \(rules).")
        }
        let seating: Seating = try row.decode("seating", as: PostgresJSON.self).decode()
        guard !seating.seats.isEmpty else { throw ServiceError(.internal, "A stored session has no seats.") }
        let founding = Founding(
            game: name, rules: rules, options: .emptyObject, seats: seating.seats.count,
            clock: try row.decode("clock", as: PostgresJSON?.self)?.decode(),
            creator: PlayerID(try row.decode("creator")),
            isLive: try row.decode("is_live"), origin: try row.decode("origin", as: PostgresJSON?.self)?.decode())
        let identity = Identity(
            id: SessionID(try row.decode("session_id")), founding: founding,
            seed: SessionSeed(bytes: try row.decode("seed")),
            createdAt: try row.decode("created_at", as: Date.self).roundedToMilliseconds, watch: watch)
        let snapshot = GameJSON(try row.decode("position", as: PostgresJSON.self))
        self.init(identity, seats: seating.seats.count, position: try game.position(snapshot: snapshot))
        self.seating = seating
        revision = try row.decode("revision")
        stateRevision = try row.decode("state_revision")
        outcome = try row.decode("outcome", as: PostgresJSON?.self)?.decode()
        deadline = try row.decode("deadline", as: Date?.self)?.roundedToMilliseconds
        if let id = try row.decode("rematch_id", as: UUID?.self), let at = try row.decode("rematch_at", as: Date?.self)
        {
            rematch = Rematch(session: SessionID(id), at: at.roundedToMilliseconds)
        }
        newest = try row.decode("event_revision", as: Int?.self) == nil ? nil : Event(row: row)
        phase = try row.word("phase", orThrow: "A stored session has an unknown phase.")
    }
}

extension Event {
    /// The columns of `events e` that the initialiser reads.
    static let columns = """
        e.revision AS event_revision, e.kind AS event_kind, e.seat AS event_seat, e.player_id AS event_player,
        e.details AS event_details, e.move AS event_move, e.at AS event_at
        """

    /// Finds events after a revision, in order, gaps or not.
    static func statement(of session: SessionID, after revision: Int, limit: Int) -> PostgresStatement {
        """
        SELECT \(unescaped: columns) FROM events e
        WHERE session_id = \(session.uuid) AND revision > \(revision) ORDER BY revision LIMIT \(limit)
        """
    }

    init(row: PostgresRow) throws {
        self.init(
            revision: try row.decode("event_revision"),
            kind: try row.word("event_kind", orThrow: "A stored event is of an unknown kind."),
            seat: try row.decode("event_seat", as: Int?.self).map(SeatIndex.init(_:)),
            player: try row.decode("event_player", as: UUID?.self).map(PlayerID.init),
            at: try row.decode("event_at", as: Date.self).roundedToMilliseconds,
            details: try Details(
                row.decode("event_details", as: PostgresJSON.self).root(),
                move: GameJSON(row.decode("event_move", as: PostgresJSON?.self))))
    }
}
