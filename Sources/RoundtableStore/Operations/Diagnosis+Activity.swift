import Postgres

extension Diagnosis {
    /// Whether another instance finds connections enough.
    func room() async throws -> Finding {
        let rows = try await pool.query(
            """
            SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
                (SELECT sum(numbackends)::int8 FROM pg_stat_database)
            """)
        let (limit, used) = try rows.first?.decode((Int, Int).self) ?? (0, 0)
        return Finding(
            "connections", "\(used) of \(limit) are used; an instance may make \(connections)",
            unless: limit - used < connections, .warning,
            advice: "Raise max_connections, or put a PgBouncer between: another instance may find none.")
    }

    func transactions() async throws -> [Finding] {
        try await locks() + prepared() + long() + hidden()
    }

    private func locks() async throws -> [Finding] {
        try await pool.query(LockHolder.all).map { row in
            let holder = try LockHolder(row: row)
            return Finding(
                .warning, "transactions", "\(holder) has locked the session \(holder.session)",
                advice: "Its players are refused; SELECT pg_terminate_backend(\(holder.process)) ends it.")
        }
    }

    /// Finds whether this role may see the activity of others, which looks like none to a role that may not.
    private func hidden() async throws -> [Finding] {
        try await pool.query("SELECT current_user::text WHERE NOT pg_has_role('pg_read_all_stats', 'USAGE')").map {
            row in
            Finding(
                .warning, "transactions", "those of other roles can't be seen",
                advice: "As a superuser, run: GRANT pg_read_all_stats TO \"\(try row.decode(at: 0, as: String.self))\"")
        }
    }

    private func long() async throws -> [Finding] {
        try await pool.query(
            """
            SELECT pid, coalesce(state, '?'), coalesce(application_name, ''),
                extract(epoch FROM clock_timestamp() - xact_start)::int8
            FROM pg_stat_activity
            WHERE datname = current_database() AND xact_start < clock_timestamp() - interval '5 minutes'
                AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            ORDER BY xact_start
            """
        ).map { row in
            let (process, state, name, seconds) = try row.decode((Int, String, String, Int).self)
            return Finding(
                .warning, "transactions",
                "process \(process) (\(name), \(state)) has one open for \(seconds / 60) minutes",
                advice: "Nothing can be vacuumed meanwhile; SELECT pg_terminate_backend(\(process)) ends it.")
        }
    }

    private func prepared() async throws -> [Finding] {
        try await pool.query(
            """
            SELECT gid, extract(epoch FROM clock_timestamp() - prepared)::int8 FROM pg_prepared_xacts
            WHERE database = current_database() AND prepared < clock_timestamp() - interval '5 minutes'
            ORDER BY prepared
            """
        ).map { row in
            let (name, seconds) = try row.decode((String, Int).self)
            return Finding(
                .warning, "transactions", "the prepared one '\(name)' is open for \(seconds / 60) minutes",
                advice: "Nothing can be vacuumed meanwhile; ROLLBACK PREPARED '\(name)' ends it. "
                    + "It is not Roundtable's.")
        }
    }

    /// Replicas that are away, for whom the server keeps what it would have sent.
    func replication() async throws -> [Finding] {
        try await pool.query(
            """
            SELECT slot_name::text, coalesce(pg_wal_lsn_diff(
                CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END,
                restart_lsn), 0)::int8 >> 20
            FROM pg_replication_slots WHERE NOT active ORDER BY slot_name
            """
        ).map { row in
            let (name, mebibytes) = try row.decode((String, Int).self)
            return Finding(
                .warning, "replication", "nobody reads the slot \(name), for which \(mebibytes) MiB are kept",
                advice: "Repair its replica; if there is none, run: SELECT pg_drop_replication_slot('\(name)')")
        }
    }
}
