import Foundation
import Postgres

extension Diagnosis {
    func indexes() async throws -> [Finding] {
        let broken = try await pool.query(
            "SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid AND indexrelid > 16384"
        ).map { row in
            let name = try row.decode(at: 0, as: String.self)
            return Finding(
                .problem, "indexes", "\(name) is invalid, and so not used",
                advice: "Run: REINDEX INDEX CONCURRENTLY \(name)")
        }
        let unused = try await pool.query(
            """
            SELECT relname::text, seq_scan, n_live_tup FROM pg_stat_user_tables
            WHERE n_live_tup > 100000 AND seq_scan > 100 AND seq_scan > idx_scan ORDER BY relname
            """
        ).map { row in
            let (name, scans, rows) = try row.decode((String, Int, Int).self)
            return Finding(
                .warning, "indexes",
                "\(name), about \(rows) rows, was read whole \(scans) times, more often than by an index",
                advice: "Run: ANALYZE \(name); if that doesn't help, look for the statement in pg_stat_statements.")
        }
        return broken + unused
    }

    func tables() async throws -> [Finding] {
        try await pool.query(
            """
            SELECT relname::text, n_live_tup, n_dead_tup FROM pg_stat_user_tables
            WHERE n_dead_tup > 10000 AND n_dead_tup > n_live_tup * 0.3 ORDER BY n_dead_tup DESC
            """
        ).map { row in
            let (name, live, dead) = try row.decode((String, Int, Int).self)
            return Finding(
                .warning, "tables", "\(name) has \(dead) dead rows to \(live) live ones",
                advice: "Run: VACUUM (ANALYZE) \(name); if it comes back, let autovacuum work harder on this table.")
        }
    }

    func wraparound() async throws -> Finding {
        let rows = try await pool.query(
            "SELECT age(datfrozenxid)::int8 FROM pg_database WHERE datname = current_database()")
        let age = try rows.first?.decode(at: 0, as: Int.self) ?? 0
        return Finding(
            "wraparound", "the oldest transaction ID is \(age) transactions old", unless: age > 1_000_000_000, .problem,
            advice: "Run: VACUUM FREEZE, soon: at 2 billion the server stops taking writes.")
    }

    /// The work that running instances should have done within seconds.
    func backlog() async throws -> Finding {
        let now = now()
        let rows = try await pool.query(
            """
            WITH late AS (
                SELECT \(now.addingTimeInterval(-60))::timestamptz - make_interval(secs => stopped_ms / 1000.0) AS at
                FROM service_time)
            SELECT (SELECT count(*) FROM sessions WHERE deadline < (SELECT at FROM late)),
                (SELECT count(*) FROM claims WHERE state IN ('open', 'aside')
                    AND coalesce(until, expires_at) < (SELECT at FROM late)),
                (SELECT count(*) FROM successions WHERE at < \(now.addingTimeInterval(-600)))
            """)
        let (sessions, claims, successions) = try rows.first?.decode((Int, Int, Int).self) ?? (0, 0, 0)
        let counts = [
            (sessions, "sessions whose deadline passed"), (claims, "claims whose time came"),
            (successions, "players linked or erased whose sessions were not all changed"),
        ]
        let behind = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return Finding(
            "backlog", behind.isEmpty ? "none" : behind.joined(separator: ", "), unless: !behind.isEmpty, .warning,
            advice: "Is an instance running? If so, its log says why it can't go on; else start one.")
    }

    /// Whether all tables of sessions are distributed alike, and the nodes can reach each other; nothing of a database
    /// on one node.
    func distribution() async throws -> [Finding] {
        let distribution = try await Distribution(of: pool)
        guard let words = distribution.words else { return [] }
        let tables = Finding(
            "distribution", words, unless: !distribution.missing.isEmpty, .problem,
            advice: "Stop the instances, and run: roundtable migrate up --distributed")
        let rows = try await pool.query(
            """
            SELECT DISTINCT to_nodename || ':' || to_nodeport FROM citus_check_cluster_node_health() WHERE NOT result
            """)
        let away = try rows.map { row in
            Finding(
                .problem, "distribution",
                "the node \(try row.decode(at: 0, as: String.self)) can't be reached by all others",
                advice: "Its sessions can't be played until it is back; look at its log, and at pg_dist_node.")
        }
        return [tables] + away
    }

    /// Notices that were not delivered.
    func outbox() async throws -> [Finding] {
        try await pool.query(
            """
            SELECT channel, sum(given_up)::int8, sum(late)::int8, max(failure)
            FROM (
                SELECT channel, 1 AS given_up, 0 AS late, failure FROM outbox WHERE is_given_up
                UNION ALL
                SELECT channel, 0, last - done, failure FROM outbox_lines
                WHERE due_at IS NOT NULL AND since < \(now().addingTimeInterval(-600))
                    AND (failures > 0 OR due_at < \(now()))
            ) AS rows GROUP BY channel ORDER BY channel
            """
        ).flatMap { row in
            let (channel, givenUp, late, failure) = try row.decode((String, Int, Int, String?).self)
            let reason = failure.map { ": \($0)" } ?? ""
            let waiting = Finding(
                .warning, "outbox", "\(late) notices of the channel \(channel) wait for 10 minutes\(reason)",
                advice: "Run: roundtable outbox list --channel \(channel)")
            let dropped = Finding(
                .warning, "outbox", "\(givenUp) notices of the channel \(channel) were given up",
                advice: "Run: roundtable outbox list --given-up, then outbox retry or outbox drop")
            return (late > 0 ? [waiting] : []) + (givenUp > 0 ? [dropped] : [])
        }
    }
}
