import Foundation
import RoundtableTestTools
import Testing

@testable import Postgres

@Suite("Connections")
struct ConnectionTests {
    @Test("a URL that libpq does not understand is an error of the configuration")
    func badURL() {
        let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(url: "postgresql://h?nonsense=1") }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test("neither a description nor a dump of a configuration shows the password")
    func password() throws {
        let configuration = try PostgresConfiguration(url: "postgresql://me:secret@there/things")
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect("\(configuration)" == "host=there port=5432 dbname=things user=me sslmode=prefer")
        #expect(!dumped.contains("secret"))
    }

    @Test("a refused connection has not sent anything and may be tried again")
    func refused() async throws {
        let configuration = try PostgresConfiguration(url: "postgresql:///postgres?host=/nonexistent")
        let error = await #expect(throws: PostgresError.self) { try await PostgresConnection.open(configuration) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.isSafeToRetry == true)
        #expect(error?.outcomeIsUnknown == false)
    }

    @Test("a server that accepts and then says nothing is given up after the connect timeout")
    func silentServer() async throws {
        let listener = try SilentServer()
        var configuration = try PostgresConfiguration(url: "postgresql:///postgres?host=\(listener.directory)")
        configuration.connectTimeout = .milliseconds(50)
        let error = await #expect(throws: PostgresError.self) {
            try await PostgresConnection.open(configuration)
        }
        #expect(error?.code == .connectionFailed)
    }

    @Test("connections end before the process does: idle ones, those that are made and those that listen")
    func end() async {
        await #expect(processExitsWith: .success) {
            let silent = try SilentServer()
            var unanswered = try PostgresConfiguration(url: "host=\(silent.directory) port=5432")
            unanswered.connectTimeout = .seconds(86_400)
            let making = Task { [unanswered] in try await PostgresConnection.open(unanswered) }
            let pool = PostgresPool(configuration: try testConfiguration(), logger: testLogger)
            _ = try await pool.listen(to: "changes")
            _ = try await pool.query("SELECT 1")
            #expect(!(await ConnectionThread.endAll(within: .zero)))
            #expect(await ConnectionThread.endAll(within: .seconds(600)))
            let error = await #expect(throws: PostgresError.self) { try await making.value }
            #expect(error?.code == .closed)
        }
    }

    @Test("the server's refusal is told by SQLSTATE and constraint, and its description holds no data")
    func refusal() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (name text CONSTRAINT short CHECK (length(name) < 5))")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.query("INSERT INTO t VALUES (\("secret"))")
            }
            #expect(error?.code == .server)
            #expect(error?.sqlState == .checkViolation)
            #expect(error?.constraint == "short")
            #expect(error?.isSafeToRetry == false)
            #expect(error.map { "\($0)" } == "The database refused a statement (SQLSTATE 23514, constraint short)")
            #expect(error?.debugDescription.contains("secret") == true)
            #expect(error?.statement == "INSERT INTO t VALUES ($1)")
        }
    }

    @Test("a cancelled task cancels its statement and leaves the connection idle")
    func cancellation() async throws {
        try await withPool(.single) { pool in
            let running = Task { try await pool.query("SELECT pg_sleep(60), 'cancel me'") }
            try await untilRunning("cancel me")
            running.cancel()
            let error = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(error?.code == .cancelled)
            #expect(try await pool.query("SELECT 1 AS n").count == 1)
        }
    }

    @Test("a task that is cancelled before sends nothing")
    func cancelledBefore() async throws {
        try await withSchema(.single) { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8)")
            try await pool.withConnection { connection in
                let late = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await connection.query("INSERT INTO t VALUES (1)")
                }
                let error = await #expect(throws: PostgresError.self) { try await late.value }
                #expect(error?.code == .cancelled)
            }
            #expect(try await pool.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test("a cancelled transaction is rolled back")
    func cancelledTransaction() async throws {
        try await withSchema(.single) { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8)")
            let running = Task {
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query("INSERT INTO t VALUES (1)")
                    _ = try await transaction.query("SELECT pg_sleep(60), 'cancel this transaction'")
                }
            }
            try await untilRunning("cancel this transaction")
            running.cancel()
            await #expect(throws: PostgresError.self) { try await running.value }
            #expect(try await pool.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test("a statement that takes too long is cancelled and leaves the connection idle")
    func statementTimeout() async throws {
        try await withPool(.single, configure: { $0.statementTimeout = .seconds(1) }) { pool in
            let before = try await backend(of: pool)
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT pg_sleep(60)") }
            #expect(error?.code == .statementTimeout)
            #expect(error?.outcomeIsUnknown == false)
            #expect(try await backend(of: pool) == before)
        }
    }

    @Test("the server ends a transaction whose client stands still, and its locks with it")
    func stillClient() async throws {
        try await withPool(
            .single, configure: { $0.limitLocks(to: .seconds(600), idleInTransaction: .milliseconds(50)) }
        ) {
            pool in
            let before = try await backend(of: pool)
            await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query("CREATE TEMPORARY TABLE held ()")
                    try await until("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = \(before)) AS yes")
                    _ = try await transaction.query("SELECT 1")
                }
            }
            #expect(try await backend(of: pool) != before)
        }
    }

    @Test("patient work has the time that it says, alone and in a transaction")
    func patientWork() async throws {
        try await withPool(.single, configure: { $0.statementTimeout = .milliseconds(1) }) { pool in
            let slow: PostgresStatement = "SELECT pg_sleep(0.2)"
            await #expect(throws: PostgresError.self) { try await pool.query("SELECT pg_sleep(600)") }
            try await PatientWork.with(timeLimit: .seconds(600)) {
                _ = try await pool.query(slow)
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query(slow)
                    _ = try await transaction.query(slow)
                }
            }
        }
    }

    @Test("a connection whose backend does not react to a cancel request is closed", .enabled(if: getuid() == 0))
    func frozenBackend() async throws {
        try await withPool(.single) {
            $0.statementTimeout = .seconds(1)
            $0.cancelGrace = .milliseconds(50)
        } _: { pool in
            let frozen = try await backend(of: pool)
            kill(frozen, SIGSTOP)
            let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            kill(frozen, SIGCONT)
            #expect(error?.code == .connectionLost)
            #expect(error?.outcomeIsUnknown == true)
            #expect(try await backend(of: pool) != frozen)
        }
    }

    @Test("a connection whose server falls silent is given up with all that are older", .enabled(if: getuid() == 0))
    func silence() async throws {
        var options = PostgresPool.Options()
        options.maximumConnections = 4
        let name = "silent \(UUID())"
        try await withPool(options) {
            $0.statementTimeout = .seconds(1)
            $0.cancelGrace = .milliseconds(50)
            $0.applicationName = name
        } _: { pool in
            try await pool.fill(with: 4)
            let backends = try await pool.query(
                "SELECT pid FROM pg_stat_activity WHERE application_name = \(name)"
            ).map { try $0.decode("pid", as: Int32.self) }
            #expect(backends.count == 4)
            for backend in backends { kill(backend, SIGSTOP) }
            defer { for backend in backends { kill(backend, SIGCONT) } }
            await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
            for _ in 0..<4 {
                let backend = try await backend(of: pool)
                #expect(!backends.contains(backend))
            }
        }
    }

    @Test("a backend that is killed in mid-statement leaves the outcome unknown")
    func killedBackend() async throws {
        try await withPool(.single) { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.query("SELECT pg_terminate_backend(pg_backend_pid())")
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.sqlState == .adminShutdown)
            #expect(error?.outcomeIsUnknown == true)
            #expect(error?.isSafeToRetry == false)
        }
    }

    @Test("a backend that is killed before COMMIT has certainly not committed")
    func killedInTransaction() async throws {
        try await withPool(.single) { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query("SELECT 1")
                    _ = try await transaction.query("SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.outcomeIsUnknown == false)
            #expect(error?.isSafeToRetry == true)
        }
    }

    @Test("COPY is refused and costs the connection, not the pool")
    func copying() async throws {
        try await withPool(.single) { pool in
            let error = await #expect(throws: PostgresError.self) { try await pool.query("COPY (SELECT 1) TO STDOUT") }
            #expect(error?.code == .unsupported)
            let rows = try await pool.query("SELECT 1")
            #expect(rows.count == 1)
        }
    }

    @Test("statements that were asked for at once on one connection all get their own answers")
    func interleaving() async throws {
        try await withPool(.single) { pool in
            try await pool.withConnection { connection in
                let answers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                    for number in 0..<50 {
                        group.addTask {
                            let row = try #require(try await connection.query("SELECT \(number) AS n").first)
                            return (number, try row.decode("n"))
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count == 50)
                #expect(answers.allSatisfy { $0.0 == $0.1 })
            }
        }
    }
}

/// The process that serves a pool of one connection.
func backend(of pool: PostgresPool) async throws -> Int32 {
    try #require(try await pool.query("SELECT pg_backend_pid() AS pid").first).decode("pid")
}

/// Waits until the server executes a statement whose text contains this.
func untilRunning(_ text: String) async throws {
    try await until(
        """
        SELECT count(*) > 0 AS yes FROM pg_stat_activity
        WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE \("%\(text)%")
        """)
}

/// Asks the server until it says `yes`.
func until(_ question: PostgresStatement) async throws {
    try await withPool(.single) { pool in
        try await eventually("yes to \(question)") {
            try await pool.query(question).first?.decode("yes", as: Bool.self) == true
        }
    }
}

/// A Unix socket where PostgreSQL's would be, which accepts connections and never answers.
final class SilentServer: Sendable {
    let directory: String
    private let descriptor: Int32

    init() throws {
        directory = "/tmp/silent-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("\(directory)/.s.PGSQL.5432".utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 5) == 0)
    }

    deinit {
        close(descriptor)
        unlink("\(directory)/.s.PGSQL.5432")
        rmdir(directory)
    }
}
