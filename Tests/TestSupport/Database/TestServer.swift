import EmbeddedPostgres
import Foundation
package import Logging
package import Postgres
import RoundtableStore
import SystemPackage

/// The PostgreSQL server of all tests of one process: the one that `ROUNDTABLE_TEST_DATABASE_URL` names, or one of our
/// own that ends with the process. If the named database is the coordinator of a Citus cluster, all tests' databases
/// are distributed over its workers.
package struct TestServer: Sendable {
    /// Where it is; the database that the URL names serves only to make others.
    let url: String
    let administration: PostgresPool
    /// The database that has every migration and nothing else; cloned for each test.
    let template: String
    /// The nodes that sessions are distributed over; none for a server that has them all.
    let workers: Workers
    /// Kept, because the server lives as long as this.
    private let server: EmbeddedPostgres?

    /// Started, and its template migrated, at first use.
    static var shared: TestServer {
        get async throws { try await starting.value }
    }

    private static let starting = Task { try await start() }

    private static let directory = "\(TestDirectory.root)/roundtable-tests-\(getpid())"

    private static func start() async throws -> TestServer {
        let server: EmbeddedPostgres?
        let url: String
        if let named = ProcessInfo.processInfo.environment["ROUNDTABLE_TEST_DATABASE_URL"] {
            (server, url) = (nil, named)
        } else {
            let ours = try await launch()
            (server, url) = (ours, ours.connectionURL)
        }
        let configuration = try PostgresConfiguration(url: url)
        let administration = PostgresPool(configuration: configuration, options: .patient, logger: .quiet)
        let template = "roundtable_template_\(getpid())"
        _ = try await administration.query("DROP DATABASE IF EXISTS \(unescaped: template)")
        _ = try await administration.query("CREATE DATABASE \(unescaped: template)")
        let workers = try await Workers(of: administration, by: configuration)
        try await migrate(configuration.with(database: template))
        try await workers.distribute(configuration.with(database: template))
        return TestServer(
            url: url, administration: administration, template: template, workers: workers, server: server)
    }

    /// Executes a statement on the server, and on each worker that it has.
    func onEveryNode(_ statement: PostgresStatement) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in [administration] + workers.administrations {
                group.addTask { try await Self.execute(statement, on: node) }
            }
            try await group.waitForAll()
        }
    }

    /// NB: the extension looks after the template of a cluster now and then, which can't be cloned at that moment.
    private static func execute(_ statement: PostgresStatement, on node: PostgresPool) async throws {
        var failures = 0
        while true {
            do {
                _ = try await node.query(statement)
                return
            } catch {
                failures += 1
                guard error.sqlState == "55006", failures < 5 else { throw error }
            }
        }
    }

    private static func launch() async throws -> EmbeddedPostgres {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        atexit { try? FileManager.default.removeItem(atPath: TestServer.directory) }
        let settings = [
            "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "max_connections": "1000",
            "wal_level": "minimal", "max_wal_senders": "0", "autovacuum": "off",
        ]
        return try await EmbeddedPostgres.start(
            in: FilePath(directory).appending("data"), settings: settings, logger: .quiet)
    }

    private static func migrate(_ configuration: PostgresConfiguration) async throws {
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        try await PostgresMigrator(PostgresStore.migrations).up(on: pool)
        await pool.close()
    }
}

extension PostgresPool.Options {
    /// Few connections, and patience with a busy machine.
    package static var ofTests: Self {
        var options = Self()
        options.maximumConnections = 4
        options.waitDeadline = .seconds(30)
        return options
    }

    /// For what every test of the process waits for at once.
    static var patient: Self {
        var options = ofTests
        options.waitDeadline = .seconds(600)
        return options
    }
}

extension Logger {
    /// Says nothing.
    package static var quiet: Logger { Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() } }
}
