package import GameRules
import Postgres
package import Roundtable

/// A version of a game's rules that sessions were begun with and the program lacks.
package struct MissingRules: Sendable, Equatable {
    package let game: GameName
    package let rules: Int
    /// The number of sessions that have it, those included that are over: their bubbles are still opened.
    package let sessions: Int
    package let underWay: Int
}

extension MissingRules: CustomStringConvertible {
    package var description: String {
        "\(game), version \(rules): \(sessions) session\(sessions == 1 ? "" : "s"), \(underWay) of them not over"
    }
}

extension PostgresStore {
    /// Notes the versions of rules that this program serves, before it serves them.
    package func noteServedRules() async throws(ServiceError) {
        let known = games.columns
        _ = try await query(
            """
            INSERT INTO game_rules SELECT * FROM unnest(\(known.names), \(known.rules)) ON CONFLICT DO NOTHING
            """)
    }

    /// The versions of rules that sessions have and this program lacks; one that no session has any more is forgotten.
    package func missingRules() async throws(ServiceError) -> [MissingRules] {
        let known = games.columns
        let lacking = try await readAll(
            """
            SELECT game, rules FROM game_rules
            WHERE (game, rules) NOT IN (SELECT * FROM unnest(\(known.names), \(known.rules)))
            ORDER BY game, rules
            """
        ) { try $0.decode((String, Int).self) }
        var missing: [MissingRules] = []
        for (game, rules) in lacking {
            if let found = try await sessions(playedBy: rules, of: game) { missing.append(found) }
        }
        return missing
    }

    private func sessions(playedBy rules: Int, of game: String) async throws(ServiceError) -> MissingRules? {
        let counts = try await readFirst(
            """
            SELECT count(*), count(*) FILTER (WHERE phase NOT IN ('finished', 'abandoned')) FROM sessions
            WHERE game = \(game) AND rules = \(rules)
            """
        ) { try $0.decode((Int, Int).self) }
        if let (sessions, underWay) = counts, sessions > 0 {
            return MissingRules(game: GameName(rawValue: game), rules: rules, sessions: sessions, underWay: underWay)
        }
        _ = try await query("DELETE FROM game_rules WHERE game = \(game) AND rules = \(rules)")
        return nil
    }
}
