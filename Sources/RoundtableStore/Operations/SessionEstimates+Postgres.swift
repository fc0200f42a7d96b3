import Postgres
package import Roundtable

extension PostgresStore {
    /// The number of sessions of each game as the server last estimated it, which takes no look at the sessions.
    ///
    /// Games that are rare may be missing, and all of them before the server's first ANALYZE and where sessions are
    /// distributed, as only the nodes know theirs.
    package func estimatedSessions() async throws(ServiceError) -> [String: Int] {
        let rows = try await query(
            """
            SELECT common.game, (common.share * c.reltuples)::int8
            FROM pg_stats s
            JOIN pg_class c ON c.relname = s.tablename AND c.relnamespace = current_schema()::regnamespace
            CROSS JOIN unnest(s.most_common_vals::text::text[], s.most_common_freqs) AS common (game, share)
            WHERE s.schemaname = current_schema() AND s.tablename = 'sessions' AND s.attname = 'game'
                AND c.reltuples > 0
            """)
        return try read {
            Dictionary(try rows.map { try $0.decode((String, Int).self) }, uniquingKeysWith: +)
        }
    }
}
