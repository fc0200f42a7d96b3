package import Foundation
import Postgres
package import Roundtable

/// The numbers of what is stored, and of what is played.
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

    /// The size of a table on disk.
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
        let counts = try await query(
            "SELECT game, phase, count(*) FROM sessions GROUP BY game, phase ORDER BY game, phase")
        whenCounted()
        let days = try await query(
            """
            SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*),
                count(*) FILTER (WHERE kind = 'moved'), count(*) FILTER (WHERE kind = 'opened')
            FROM events WHERE at >= \(since) GROUP BY day ORDER BY day
            """)
        whenCounted()
        let sizes = try await query(sizes)
        let players = try await query("SELECT count(*) FROM players")
        whenCounted()
        return try read {
            Statistics(
                counts: try counts.map { row in
                    let (game, phase, sessions) = try row.decode((String, String, Int).self)
                    return .init(game: game, phase: phase, sessions: sessions)
                },
                days: try days.map { row in
                    let (day, events, moves, opened) = try row.decode((String, Int, Int, Int).self)
                    return .init(day: day, events: events, moves: moves, sessionsOpened: opened)
                },
                sizes: try sizes.map { row in
                    let (table, rows, bytes, indexBytes) = try row.decode((String, Int, Int, Int).self)
                    return .init(table: table, rows: rows, bytes: bytes, indexBytes: indexBytes)
                },
                players: try players.first?.decode(at: 0) ?? 0)
        }
    }
}
