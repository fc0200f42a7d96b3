package import Foundation
import Postgres
package import Roundtable

package struct Statistics: Sendable {
    /// The number of sessions of a game that are in a state.
    package struct Count: Sendable {
        package let game: String
        package let phase: String
        package let sessions: Int
    }

    /// The counts of a day, in UTC.
    package struct Day: Sendable {
        package let day: String
        package let events: Int
        package let moves: Int
        package let sessionsOpened: Int
    }

    package struct Size: Sendable {
        package let table: String
        /// As the server last estimated.
        package let rows: Int
        package let bytes: Int
        package let indexBytes: Int
    }

    package let counts: [Count]
    package let days: [Day]
    package let sizes: [Size]
    package let players: Int
}

extension PostgresStore {
    /// The sizes of tables on disk; of those that are distributed, on all nodes together.
    private var sizes: PostgresStatement {
        let (table, indexes, nodes) =
            isDistributed
            ? (
                "CASE WHEN d.logicalrelid IS NULL THEN pg_table_size(c.oid) ELSE citus_table_size(c.oid) END",
                """
                CASE WHEN d.logicalrelid IS NULL THEN pg_indexes_size(c.oid)
                    ELSE citus_total_relation_size(c.oid) - citus_table_size(c.oid) END
                """, "LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid"
            ) : ("pg_table_size(c.oid)", "pg_indexes_size(c.oid)", "")
        return """
            SELECT c.relname::text, greatest(c.reltuples, 0)::int8, \(unescaped: table) AS bytes, \(unescaped: indexes)
            FROM pg_class c \(unescaped: nodes)
            WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
            ORDER BY bytes DESC, c.relname
            """
    }

    /// In how many steps the statistics are made.
    package static let statisticsSteps = 3

    /// Statistics of what is stored, and what was played since a time. Reads all events since then.
    ///
    /// - Parameter whenCounted: called after each of ``statisticsSteps``.
    package func statistics(
        since: Date, whenCounted: @Sendable () -> Void = {}
    ) async throws(ServiceError) -> Statistics {
        let counts = try await readAll(
            "SELECT game, phase, count(*) FROM sessions GROUP BY game, phase ORDER BY game, phase"
        ) { row in
            let (game, phase, sessions) = try row.decode((String, String, Int).self)
            return Statistics.Count(game: game, phase: phase, sessions: sessions)
        }
        whenCounted()
        let days = try await readAll(
            """
            SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*),
                count(*) FILTER (WHERE kind = 'moved'), count(*) FILTER (WHERE kind = 'opened')
            FROM events WHERE at >= \(since) GROUP BY day ORDER BY day
            """
        ) { row in
            let (day, events, moves, opened) = try row.decode((String, Int, Int, Int).self)
            return Statistics.Day(day: day, events: events, moves: moves, sessionsOpened: opened)
        }
        whenCounted()
        let sizes = try await readAll(sizes) { row in
            let (table, rows, bytes, indexBytes) = try row.decode((String, Int, Int, Int).self)
            return Statistics.Size(table: table, rows: rows, bytes: bytes, indexBytes: indexBytes)
        }
        let players = try await readFirst("SELECT count(*) FROM players") { try $0.decode(at: 0, as: Int.self) }
        whenCounted()
        return Statistics(counts: counts, days: days, sizes: sizes, players: players ?? 0)
    }

    /// The number of sessions of each game as the server last estimated it, which takes no look at the sessions.
    ///
    /// Games that are rare may be missing, and all of them before the server's first ANALYZE and where sessions are
    /// distributed, as only the nodes know theirs.
    package func estimatedSessions() async throws(ServiceError) -> [String: Int] {
        let estimates = try await readAll(
            """
            SELECT common.game, (common.share * c.reltuples)::int8
            FROM pg_stats s
            JOIN pg_class c ON c.relname = s.tablename AND c.relnamespace = current_schema()::regnamespace
            CROSS JOIN unnest(s.most_common_vals::text::text[], s.most_common_freqs) AS common (game, share)
            WHERE s.schemaname = current_schema() AND s.tablename = 'sessions' AND s.attname = 'game'
                AND c.reltuples > 0
            """
        ) { try $0.decode((String, Int).self) }
        return Dictionary(estimates, uniquingKeysWith: +)
    }
}
