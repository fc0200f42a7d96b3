import Postgres

extension Diagnosis {
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
}
