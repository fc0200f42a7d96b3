import Postgres
import RoundtableStore

/// The workers of a Citus cluster that tests run on; every database is there under the same name. None if the tests'
/// server has all rows itself.
struct Workers: Sendable {
    /// Few, for each of the tests' databases has so many times ten tables on the workers.
    private static let shards = 4

    private let addresses: [(host: String, port: Int)]
    /// A way to each, by which databases are made and dropped.
    let administrations: [PostgresPool]

    var isEmpty: Bool { addresses.isEmpty }

    /// The workers that a coordinator's database names.
    init(of coordinator: PostgresPool, by configuration: PostgresConfiguration) async throws {
        guard try await !coordinator.query("SELECT FROM pg_extension WHERE extname = 'citus'").isEmpty else {
            (addresses, administrations) = ([], [])
            return
        }
        let rows = try await coordinator.query(
            "SELECT nodename, nodeport::int8 FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeid")
        addresses = try rows.map { try $0.decode((String, Int).self) }
        administrations = addresses.map { address in
            PostgresPool(
                configuration: configuration.with(host: address.host, port: address.port), options: .patient,
                logger: .quiet)
        }
    }

    /// Distributes the tables of a database that exists on the coordinator only, and keeps everybody out from then on,
    /// so that it can be cloned.
    func distribute(_ configuration: PostgresConfiguration) async throws {
        guard !isEmpty, let name = configuration.database else { return }
        for server in administrations {
            _ = try await server.query("DROP DATABASE IF EXISTS \(unescaped: name)")
            _ = try await server.query("CREATE DATABASE \(unescaped: name)")
        }
        let nodes = [configuration] + addresses.map { configuration.with(host: $0.host, port: $0.port) }
        for node in nodes {
            try await Self.withConnection(to: node) { try await $0.execute(script: "CREATE EXTENSION citus") }
        }
        try await Self.withConnection(to: configuration) { connection in
            for address in addresses {
                _ = try await connection.query("SELECT citus_add_node(\(address.host), \(address.port)::int4)")
            }
        }
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        try await Distribution.spread(on: pool, shards: Self.shards)
        await pool.close()
        for node in nodes {
            try await Self.withConnection(to: node.with(database: "postgres")) { connection in
                try await connection.execute(script: "ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
                _ = try await connection.query(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = \(name)")
            }
        }
    }

    private static func withConnection(
        to node: PostgresConfiguration, _ body: (PostgresConnection) async throws -> Void
    ) async throws {
        let connection = try await PostgresConnection.open(node)
        defer { connection.close() }
        try await body(connection)
    }
}
