package import Postgres

/// The distribution of sessions' tables over the nodes of a Citus cluster: all by `session_id` and alike, so that
/// the rows of one session are on one node.
///
/// Tables of people stay on the coordinator. A player's rows are few and seldom written, a credential is looked
/// up by its own ID and a link code must be unique among all; a copy on every node could not be written while one of
/// them is away.
package struct Distribution: Sendable {
    /// The tables that are distributed; a new one of sessions is added here.
    package static let tables = [
        "sessions", "events", "drafts", "fresh_messages", "answers", "devices", "session_players", "claims",
        "claim_reports", "session_faults", "snapshots", "outbox", "outbox_lines",
    ]

    package let distributed: [String]
    /// Into how many shards each of them is cut.
    package let shards: Int
    /// On how many nodes these are.
    package let nodes: Int

    /// Those of the tables that are not distributed, although others are.
    package var missing: [String] { distributed.isEmpty ? [] : Self.tables.filter { !distributed.contains($0) } }

    /// Says it in a sentence; nil if all is on one node.
    package var words: String? {
        guard !distributed.isEmpty else { return nil }
        guard missing.isEmpty else {
            return "Not distributed, although other tables are: \(missing.joined(separator: ", "))"
        }
        return
            "The tables of sessions are distributed by session_id: "
            + "\(shards) shards on \(nodes) node\(nodes == 1 ? "" : "s")."
    }
}

extension Distribution {
    /// Looks how a database's tables are distributed.
    package init(of database: some PostgresQueryable) async throws(PostgresError) {
        guard try await Self.isInstalled(on: database) else {
            self.init(distributed: [], shards: 0, nodes: 0)
            return
        }
        let rows = try await database.query(
            """
            SELECT c.relname::text, count(DISTINCT s.shardid), count(DISTINCT p.groupid)
            FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
                JOIN pg_dist_shard s ON s.logicalrelid = d.logicalrelid
                JOIN pg_dist_placement p ON p.shardid = s.shardid
            WHERE d.partmethod = 'h' AND c.relnamespace = current_schema()::regnamespace
                AND c.relname = ANY (\(Self.tables))
            GROUP BY c.relname ORDER BY c.relname
            """)
        var (distributed, shards, nodes): ([String], Int, Int) = ([], 0, 0)
        for row in rows {
            let (name, cut, on) = try row.decode((String, Int, Int).self)
            distributed.append(name)
            (shards, nodes) = (max(shards, cut), max(nodes, on))
        }
        self.init(distributed: distributed, shards: shards, nodes: nodes)
    }

    /// Whether a database's sessions are distributed; false for a database that can't be reached, which a readiness
    /// check tells later on.
    package static func isPresent(by configuration: PostgresConfiguration) async -> Bool {
        guard let connection = try? await PostgresConnection.open(configuration) else { return false }
        defer { connection.close() }
        return await (try? isPresent(on: connection)) == true
    }

    package static func isPresent(on database: some PostgresQueryable) async throws(PostgresError) -> Bool {
        try await !Distribution(of: database).distributed.isEmpty
    }

    private static func isInstalled(on database: some PostgresQueryable) async throws(PostgresError) -> Bool {
        try await database.query("SELECT FROM pg_extension WHERE extname = 'citus'").count == 1
    }

    /// Distributes the tables that are not yet, with the rows that they have, and says which these were.
    ///
    /// One transaction, which keeps everybody else from the tables until all rows are where they belong. Instances that
    /// serve go by what they found when they began, so there must be none.
    ///
    /// - Parameter shards: into how many the tables are cut, if none is distributed yet.
    /// - Throws: ``DistributionRefusal``, if nothing was done.
    @discardableResult
    package static func spread(on pool: PostgresPool, shards: Int = 32) async throws -> [String] {
        guard try await isInstalled(on: pool) else { throw DistributionRefusal.noExtension }
        let present = try await Distribution(of: pool)
        let missing = tables.filter { !present.distributed.contains($0) }
        guard !missing.isEmpty else { return [] }
        let serving = try await servingInstances(on: pool)
        guard serving == 0 else { throw DistributionRefusal.instances(connections: serving) }
        try await pool.withTransaction { transaction in
            for table in missing {
                let whereTo = table == tables[0] ? "shard_count := \(shards)" : "colocate_with := '\(tables[0])'"
                try await transaction.execute(
                    script: "SELECT create_distributed_table('\(table)', 'session_id', \(whereTo))", isTimed: false)
            }
        }
        // The rows are on their nodes now; the coordinator still has its own.
        for table in missing {
            _ = try await pool.query("SELECT truncate_local_data_after_distributing_table(\(table)::regclass)")
        }
        return missing
    }

    private static func servingInstances(on pool: PostgresPool) async throws -> Int {
        let rows = try await pool.query(
            """
            SELECT count(*) FROM pg_stat_activity a, pg_stat_activity me
            WHERE me.pid = pg_backend_pid() AND a.datname = me.datname AND a.application_name = 'roundtable'
                AND a.pid <> me.pid
            """)
        return try rows.first?.decode(at: 0) ?? 0
    }
}

/// Why tables are not distributed, and what to do.
package enum DistributionRefusal: Error, CustomStringConvertible {
    case noExtension
    case instances(connections: Int)

    package var description: String {
        switch self {
        case .noExtension:
            "The database lacks the extension citus; https://docs.citusdata.com/en/stable/installation/ "
                + "tells how it is installed and how workers are added."
        case .instances(let connections):
            "Instances are connected to the database (\(connections) connections): stop them first. "
                + "They would go on as if all sessions were on one node."
        }
    }
}
