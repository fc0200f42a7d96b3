import Foundation
import GameRules
import Postgres

extension Diagnosis {
    private static let namedFaults = 20

    /// Sessions that the service can't go on with by itself, the oldest faults first.
    func faults() async throws -> [Finding] {
        let rows = try await pool.query(
            """
            SELECT session_id::text, kind, detail, found_at, count(*) OVER () FROM session_faults
            ORDER BY found_at, session_id LIMIT \(Self.namedFaults)
            """)
        let named = try rows.map { row in
            let (session, kind, detail, foundAt, _) = try row.decode((String, String, String, Date, Int).self)
            return Finding(
                .problem, "sessions", "\(session), since \(foundAt.formatted(.iso8601)): \(kind), \(detail)",
                advice: "Run: roundtable session show \(session)")
        }
        let more = try (rows.first?.decode(at: 4, as: Int.self) ?? 0) - named.count
        guard more > 0 else { return named }
        return named + [Finding(.problem, "sessions", "\(more) more", advice: "Ask the table session_faults for them.")]
    }

    /// Sessions that ended a process, as their rules never returned.
    func suspensions() async throws -> [Finding] {
        try await pool.query(
            """
            SELECT session_id::text, game, suspended_until FROM suspended_sessions WHERE suspended_until > \(now())
            ORDER BY suspended_until DESC, session_id LIMIT \(Self.namedFaults)
            """
        ).map { row in
            let (session, game, end) = try row.decode((String, String, Date).self)
            return Finding(
                .problem, "rules",
                "those of \(game) never returned in \(session), which is suspended until \(end.formatted(.iso8601))",
                advice: "Mend the rules, or run: roundtable session abandon \(session)")
        }
    }

    /// Sessions that go on, of games that this program does not know.
    func unknownGames() async throws -> [Finding] {
        let known = games.columns
        return try await pool.query(
            """
            SELECT game, rules, count(*) FROM sessions s
            WHERE phase NOT IN ('finished', 'abandoned')
                AND (s.game, s.rules) NOT IN (SELECT * FROM unnest(\(known.names), \(known.rules)))
            GROUP BY game, rules ORDER BY game, rules
            """
        ).map { row in
            let (game, rules, count) = try row.decode((String, Int, Int).self)
            return Finding(
                .problem, "games", "\(count) sessions are of \(game), version \(rules), which is not registered",
                advice: "Nobody can play them: register the game again, or end them by `roundtable session abandon`.")
        }
    }
}
