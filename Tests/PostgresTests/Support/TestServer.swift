import Foundation
import Logging
import Testing

@testable import Postgres

/// A server for the tests: the one that `ROUNDTABLE_TEST_DATABASE_URL` names, or a throw-away cluster of this
/// process's own.
///
/// The cluster ends with this process, however that ends: a shell holds the reading end of a pipe whose writing end
/// only we have, and stops the server when the pipe closes.
struct TestServer: Sendable {
    let url: String

    /// Started once per process.
    static let shared = Result { try start() }

    private static func start() throws -> TestServer {
        if let url = ProcessInfo.processInfo.environment["ROUNDTABLE_TEST_DATABASE_URL"] { return TestServer(url: url) }
        let binaries = try newestBinaries()
        let directory = "/tmp/pg-test-\(getpid())"
        let user = getuid() == 0 ? "setpriv --reuid postgres --regid postgres --clear-groups " : ""
        let script = """
            set -e
            trap '' PIPE
            trap exit HUP INT TERM
            trap 'test -z "$server" || kill -QUIT $server; wait; rm -rf \(directory)' EXIT
            mkdir -m 700 \(directory)
            \(user.isEmpty ? "" : "chown postgres \(directory)")
            cd \(directory)
            \(user)\(binaries)/initdb --no-sync --auth=trust --encoding=UTF8 --locale=C.UTF-8 -U postgres -D data \\
                >/dev/null
            \(user)\(binaries)/postgres -D data -k \(directory) -c listen_addresses= -c fsync=off \\
                -c max_connections=200 -c deadlock_timeout=50ms >log 2>&1 &
            server=$!
            until \(binaries)/pg_isready -q -h \(directory); do kill -0 $server; sleep 0.02; done
            echo ready
            cat >/dev/null
            """
        let supervisor = Process()
        let (life, output) = (Pipe(), Pipe())
        supervisor.executableURL = URL(fileURLWithPath: "/bin/sh")
        supervisor.arguments = ["-c", script]
        supervisor.standardInput = life
        supervisor.standardOutput = output
        _ = fcntl(life.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try supervisor.run()
        let answer = output.fileHandleForReading.availableData
        try #require(String(decoding: answer, as: UTF8.self).hasPrefix("ready"), "the test server did not start")
        return TestServer(url: "postgresql:///postgres?host=\(directory)&user=postgres", life: life)
    }

    static func newestBinaries() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = try FileManager.default.contentsOfDirectory(atPath: root).compactMap(Int.init).sorted()
        let version = try #require(versions.last { FileManager.default.fileExists(atPath: "\(root)/\($0)/bin/initdb") })
        return "\(root)/\(version)/bin"
    }

    private let life: Pipe?

    private init(url: String, life: Pipe? = nil) {
        self.url = url
        self.life = life
    }
}

/// The configuration of the test server.
func testConfiguration() throws -> PostgresConfiguration {
    try PostgresConfiguration(url: TestServer.shared.get().url)
}

let testLogger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

/// Lends a pool to a test and closes it.
func withPool<Output>(
    _ options: PostgresPool.Options = .init(), configure: (inout PostgresConfiguration) -> Void = { _ in },
    _ body: (PostgresPool) async throws -> Output
) async throws -> Output {
    var configuration = try testConfiguration()
    configure(&configuration)
    let pool = PostgresPool(configuration: configuration, options: options, logger: testLogger)
    let outcome: Output
    do {
        outcome = try await body(pool)
    } catch {
        await pool.close()
        throw error
    }
    await pool.close()
    return outcome
}

/// Lends a fresh, empty schema that the pool's connections find their tables in, and drops it.
func withSchema<Output>(
    _ options: PostgresPool.Options = .init(), configure: (inout PostgresConfiguration) -> Void = { _ in },
    _ body: (PostgresPool, _ schema: String) async throws -> Output
) async throws -> Output {
    let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    return try await withPool(options) { configuration in
        configuration.setServerSetting("search_path", to: schema)
        configure(&configuration)
    } _: { pool in
        _ = try await pool.query("CREATE SCHEMA \(unescaped: schema)")
        let output = try await body(pool, schema)
        _ = try await pool.query("DROP SCHEMA \(unescaped: schema) CASCADE")
        return output
    }
}
