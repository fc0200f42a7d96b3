import EmbeddedPostgres
import Foundation
import Logging
import Postgres
import RoundtableStore
import Synchronization
import SystemPackage
import TestSupport

/// The folder that is removed when the tests end, as nobody's last reference to it goes away before.
private let templateRoot = Mutex("")

/// A folder of one test, removed with the last reference to it.
final class TestFolder: Sendable {
    private let root: FilePath

    /// The data directory in it.
    var data: FilePath { root.appending("data") }

    init() throws {
        root = FilePath("\(TestDirectory.root)/roundtable-crash-\(UUID().uuidString.prefix(8))")
        // As root, the database server runs as another user, who must get through here.
        try FileManager.default.createDirectory(
            atPath: root.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root.string)
    }

    /// A folder whose data directory has a cluster with an empty database: a copy, for `initdb` takes a second of the
    /// processor's time.
    static func withCluster() async throws -> TestFolder {
        let folder = try TestFolder()
        let copying = try await ProgramRun.of(
            program: "/bin/cp", ["-a", try await template.value.data.string, folder.data.string])
        guard copying.status == 0 else { throw CopyingFailure(output: copying.output) }
        return folder
    }

    private struct CopyingFailure: Error {
        let output: String
    }

    private static let template = Task {
        let folder = try TestFolder()
        templateRoot.withLock { $0 = folder.root.string }
        atexit { templateRoot.withLock { try? FileManager.default.removeItem(atPath: $0) } }
        let server = try await EmbeddedPostgres.start(in: folder.data, logger: .quiet)
        await server.stop()
        return folder
    }

    /// A database server in the data directory. Without fsync: the machine does not crash, only the processes do.
    ///
    /// Where the tests' sessions are distributed, it is a cluster of one node.
    func startServer() async throws -> EmbeddedPostgres {
        var settings = ["fsync": "off"]
        if await !TestDatabase.isOnOneNode { settings["shared_preload_libraries"] = "citus" }
        return try await EmbeddedPostgres.start(in: data, settings: settings, logger: .quiet)
    }

    /// A service, with more arguments, and a server with its database in the data directory.
    func startService(_ arguments: String...) async throws -> (server: EmbeddedPostgres, service: ServiceProcess) {
        let server = try await startServer()
        try await server.migrate()
        let usual = ["--database-url", server.connectionURL, "--keys-file", try makeKeys()]
        return (server, try await ServiceProcess.start(usual + arguments))
    }

    /// A file with a signing key.
    func makeKeys() throws -> String {
        let path = root.appending("keys").string
        try "1 \(Data(UUID().uuidString.utf8).base64EncodedString())\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }
}

extension EmbeddedPostgres {
    /// Brings the schema up to date.
    func migrate() async throws {
        let pool = PostgresPool(
            configuration: try PostgresConfiguration(url: connectionURL), options: .ofTests, logger: .quiet)
        _ = try await PostgresMigrator(PostgresStore.migrations).up(on: pool)
        await pool.close()
        guard await !TestDatabase.isOnOneNode else { return }
        try await becomeCluster()
        let again = PostgresPool(
            configuration: try PostgresConfiguration(url: connectionURL), options: .ofTests, logger: .quiet)
        try await Distribution.spread(on: again, shards: 4)
        await again.close()
    }

    /// Becomes a cluster of one node, whose tables are not distributed yet.
    func becomeCluster() async throws {
        try await execute(
            """
            CREATE EXTENSION citus;
            SELECT citus_set_coordinator_host('\(socketDirectory)', current_setting('port')::int4);
            SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) FROM pg_dist_node
            """)
    }

    /// Does something to the database behind the service's back.
    func execute(_ script: String) async throws {
        let connection = try await PostgresConnection.open(try PostgresConfiguration(url: connectionURL))
        defer { connection.close() }
        try await connection.execute(script: script)
    }

    /// Lets somebody look through what is stored.
    func audit(_ look: (Audit) async throws -> Void) async throws {
        var configuration = try PostgresConfiguration(url: connectionURL)
        configuration.isDistributed = await Distribution.isPresent(by: configuration)
        try await PostgresStore.lend(by: configuration) { try await look(Audit(store: $0)) }
    }
}
