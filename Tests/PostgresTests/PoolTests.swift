import Foundation
import MetricsTestKit
import ServiceLifecycle
import TestSupport
import Testing

@testable import Postgres

@Suite("Pool")
struct PoolTests {
    @Test("no more connections than allowed are ever open, and everybody is served")
    func limit() async throws {
        var options = PostgresPool.Options()
        options.maximumConnections = 3
        options.waitDeadline = .seconds(600)
        try await withPool(options) { pool in
            let backends = try await withThrowingTaskGroup(of: Int32.self) { group in
                for _ in 0..<100 { group.addTask { try await backend(of: pool) } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect((1...3).contains(backends.count))
        }
    }

    @Test("in a full pool a task waits until its deadline and is told so")
    func fullPool() async throws {
        var options = PostgresPool.Options.single
        options.waitDeadline = .milliseconds(30)
        try await withPool(options) { pool in
            // On a busy machine the first connection may take longer than the deadline: hence the attempts.
            try await pool.withTransaction(PostgresTransactionOptions(attempts: 1000)) { _ in
                let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
                #expect(error?.code == .waitDeadlineExceeded)
                #expect(error?.isSafeToRetry == true)
            }
        }
    }

    @Test("a lock that somebody else has is asked for again without a connection, until it is free or the time is over")
    func lockedRow() async throws {
        var options = PostgresPool.Options.single
        options.waitDeadline = .seconds(600)
        options.lockPatience = .seconds(600)
        try await withSchema(options) {
            $0.limitLocks(to: .milliseconds(1))
        } _: { pool, schema in
            _ = try await pool.query("CREATE TABLE t AS SELECT 1 AS n")
            let other = try await PostgresConnection.open(testConfiguration())
            let table = "\(schema).t"
            try await other.execute(script: "BEGIN; SELECT FROM \(table) FOR UPDATE")
            async let changed = pool.query("UPDATE t SET n = n + 1")
            async let also = pool.withTransaction(.retrying) { transaction in
                try await transaction.query("UPDATE t SET n = n + 1").affectedRows
            }
            // NB: the only connection is free between two attempts.
            for _ in 0..<20 { _ = try await pool.query("SELECT 1") }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { try await $0.query("UPDATE t SET n = 0") }
            }
            #expect(error?.sqlState == .lockNotAvailable)
            try await other.execute(script: "COMMIT")
            #expect(try await changed.affectedRows == 1)
            #expect(try await also == 1)
            #expect(try await pool.query("SELECT n FROM t").first?.decode("n") == 3)
            other.close()
        }
    }

    @Test("a lock that is never free is refused when the pool's patience ends")
    func endlessLock() async throws {
        var options = PostgresPool.Options()
        options.lockPatience = .milliseconds(50)
        try await withSchema(options) {
            $0.limitLocks(to: .milliseconds(1))
        } _: { pool, _ in
            _ = try await pool.query("CREATE TABLE t AS SELECT 1 AS n")
            try await pool.withTransaction { transaction in
                _ = try await transaction.query("SELECT FROM t FOR UPDATE")
                let error = await #expect(throws: PostgresError.self) { try await pool.query("UPDATE t SET n = 2") }
                #expect(error?.sqlState == .lockNotAvailable)
            }
        }
    }

    @Test("a cancelled task stops waiting at once and takes no connection")
    func cancelledWait() async throws {
        var options = PostgresPool.Options.single
        options.waitDeadline = .seconds(600)
        try await withPool(options) { pool in
            try await pool.withConnection { connection in
                let executor = SteppedExecutor()
                let waiting = executor.begin { try await pool.query("SELECT 1").count }
                waiting.cancel()
                executor.run()
                let error = #expect(throws: PostgresError.self) { try waiting.value() }
                #expect(error?.code == .cancelled)
                let rows = try await connection.query("SELECT 1")
                #expect(rows.count == 1)
            }
        }
    }

    @Test("a server that is away is tried again as long as somebody waits")
    func triedAgain() async throws {
        let (pool, attempts) = try away(waiting: .seconds(600), host: "/nonexistent")
        let waiting = Task { try await pool.query("SELECT 1") }
        try await eventually("several attempts") { try attempts.failed >= 10 }
        waiting.cancel()
        let error = await #expect(throws: PostgresError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        await pool.close()
    }

    @Test("at the deadline whoever waits is told why there is no connection")
    func serverAway() async throws {
        let (pool, _) = try away(waiting: .milliseconds(150), host: "/nonexistent")
        let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
        #expect(error?.code == .connectionFailed)
        #expect(error?.isSafeToRetry == true)
        await pool.close()
    }

    /// A pool whose server is away, and what counts how often it was tried.
    private func away(
        waiting: Duration, host: String
    ) throws -> (pool: PostgresPool, attempts: Attempts) {
        let attempts = Attempts()
        var configuration = try testConfiguration()
        configuration.parameters["host"] = host
        configuration.metricsFactory = attempts.metrics
        var options = PostgresPool.Options()
        options.waitDeadline = waiting
        options.backoff = Backoff(base: .milliseconds(5), maximum: .milliseconds(20))
        return (PostgresPool(configuration: configuration, options: options, logger: testLogger), attempts)
    }

    /// The attempts to connect.
    private struct Attempts {
        let metrics = TestMetrics()
        var failed: Int64 {
            get throws { try metrics.expectCounter("postgres_errors_total", [("sqlstate_class", "none")]).totalValue }
        }
    }

    /// Whether the server's socket is a file, so that a link can stand for it.
    static let hasSocket = (try? testConfiguration().parameters["host"]?.hasPrefix("/")) == true

    @Test("a server that comes back serves those who still wait", .enabled(if: hasSocket))
    func serverBack() async throws {
        let real = try #require(try testConfiguration().parameters["host"])
        let link = "/tmp/pg-link-\(UUID().uuidString.prefix(8))"
        let (pool, attempts) = try away(waiting: .seconds(600), host: link)
        async let rows = pool.query("SELECT 1")
        try await eventually("an attempt") { try attempts.failed > 0 }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        #expect(try await rows.count == 1)
        await pool.close()
        try FileManager.default.removeItem(atPath: link)
    }

    @Test("connections whose backends were killed while they were idle are replaced without anybody noticing")
    func killedWhileIdle() async throws {
        var options = PostgresPool.Options()
        options.maximumConnections = 4
        try await withPool(options, configure: { $0.applicationName = "killed while idle" }) { pool in
            try await pool.fill(with: 4)
            try await withPool(.single) { other in
                let killed = try await other.query(
                    """
                    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE application_name = 'killed while idle'
                    """)
                #expect(killed.count == 4)
            }
            for _ in 0..<8 { _ = try await pool.query("SELECT 1") }
        }
    }

    @Test("a transaction that was left open is rolled back before the connection is lent again")
    func leftOpen() async throws {
        try await withSchema(.single) { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8)")
            try await pool.withConnection { connection in
                try await connection.execute(script: "BEGIN; INSERT INTO t VALUES (1)")
            }
            #expect(try await pool.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test("a closed pool refuses work and waits for what it has lent")
    func closing() async throws {
        let pool = PostgresPool(configuration: try testConfiguration(), logger: testLogger)
        let closing = try await pool.withConnection { connection in
            let closing = Task { await pool.close() }
            try await eventually("the pool is closed") {
                do throws(PostgresError) {
                    _ = try await pool.query("SELECT 1")
                    return false
                } catch {
                    return error.code == .closed
                }
            }
            let rows = try await connection.query("SELECT 1")
            #expect(rows.count == 1)
            return closing
        }
        await closing.value
        let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
        #expect(error?.code == .closed)
    }

    @Test("as a service it checks idle connections and ends with the group")
    func service() async throws {
        var options = PostgresPool.Options()
        options.healthCheckInterval = .milliseconds(5)
        let pool = PostgresPool(configuration: try testConfiguration(), options: options, logger: testLogger)
        let group = ServiceGroup(services: [pool], logger: testLogger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let before = try await backend(of: pool)
            try await until(
                """
                SELECT count(*) > 0 AS yes FROM pg_stat_activity
                WHERE pid = \(before) AND state = 'idle' AND query = ''
                """)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        let error = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
        #expect(error?.code == .closed)
    }

    @Test("a pipeline is all or nothing")
    func pipelines() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8 PRIMARY KEY)")
            let results = try await pool.withTransaction {
                try await $0.pipeline([
                    "INSERT INTO t VALUES (\(1))", "INSERT INTO t VALUES (\(2))", "SELECT count(*) AS n FROM t",
                ])
            }
            #expect(results.map(\.affectedRows) == [1, 1, 1])
            #expect(try results[2][0].decode("n") == 2)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction {
                    try await $0.pipeline(["INSERT INTO t VALUES (\(3))", "INSERT INTO t VALUES (\(1))", "SELECT 1"])
                }
            }
            #expect(error?.constraint == "t_pkey")
            #expect(error?.statement == "INSERT INTO t VALUES ($1)")
            #expect(try await pool.query("SELECT n FROM t").count == 2)
        }
    }

    @Test("a pipeline whose commit the server refuses is an error and leaves nothing")
    func refusedCommit() async throws {
        try await withSchema(.single) { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8 UNIQUE DEFERRABLE INITIALLY DEFERRED)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction {
                    try await $0.pipeline(["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (1)"])
                }
            }
            #expect(error?.sqlState == .uniqueViolation)
            #expect(try await pool.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test("a pipeline that is larger than all buffers on the way does not get stuck")
    func largePipeline() async throws {
        try await withPool(.single) { pool in
            let text = String(repeating: "x", count: 100_000)
            let results = try await pool.withTransaction {
                try await $0.pipeline(Array(repeating: "SELECT \(text) AS value", count: 200))
            }
            #expect(try results.allSatisfy { try $0[0].decode("value", as: String.self) == text })
        }
    }
}

extension PostgresPool {
    /// Has so many connections, by lending all of them at once.
    func fill(with count: Int) async throws {
        guard count > 0 else { return }
        try await withConnection { _ in try await fill(with: count - 1) }
    }
}
