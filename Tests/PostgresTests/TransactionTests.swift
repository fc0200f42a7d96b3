import Foundation
import Testing

@testable import Postgres

@Suite("Transactions")
struct TransactionTests {
    struct Stop: Error {}

    @Test("it commits when its body returns and leaves nothing when it throws")
    func outcome() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8)")
            try await pool.withTransaction { _ = try await $0.query("INSERT INTO t VALUES (\(1))") }
            await #expect(throws: Stop.self) {
                try await pool.withTransaction {
                    _ = try await $0.query("INSERT INTO t VALUES (\(2))")
                    throw Stop()
                }
            }
            let rows = try await pool.query("SELECT n FROM t")
            #expect(try rows.map { try $0.decode("n", as: Int.self) } == [1])
        }
    }

    @Test("a swallowed error is not committed in silence")
    func rolledBackInstead() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8 UNIQUE)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query("INSERT INTO t VALUES (1)")
                    _ = try? await transaction.query("INSERT INTO t VALUES (1)")
                }
            }
            #expect(error?.code == .rolledBackInstead)
            #expect(try await pool.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test("a connection that is lost during COMMIT leaves the outcome unknown")
    func lostInCommit() async throws {
        try await withSchema { pool, _ in
            try await pool.withConnection { connection in
                try await connection.execute(
                    script: """
                        CREATE TABLE t (n int8);
                        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
                            'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
                        CREATE CONSTRAINT TRIGGER die AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
                            FOR EACH ROW EXECUTE FUNCTION die();
                        """)
            }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction(.retrying) { _ = try await $0.query("INSERT INTO t VALUES (1)") }
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.outcomeIsUnknown == true)
            #expect(error?.isSafeToRetry == false)
        }
    }

    @Test("transactions that the server cannot serialise are repeated until all have committed")
    func serialization() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8)")
            _ = try await pool.query("INSERT INTO t VALUES (0)")
            var options = PostgresTransactionOptions(isolation: .serializable, attempts: 50)
            options.backoff = Backoff(base: .milliseconds(1), maximum: .milliseconds(20))
            try await withThrowingTaskGroup(of: Void.self) { [options] group in
                for _ in 0..<8 {
                    group.addTask {
                        try await pool.withTransaction(options) { transaction in
                            let row = try #require(try await transaction.query("SELECT n FROM t").first)
                            let next = try row.decode("n", as: Int.self) + 1
                            _ = try await transaction.query("UPDATE t SET n = \(next)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let row = try #require(try await pool.query("SELECT n FROM t").first)
            #expect(try row.decode("n") == 8)
        }
    }

    @Test("a failure that would only repeat itself is not retried")
    func notRetried() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8 UNIQUE)")
            var attempts = 0
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction(.retrying) { transaction in
                    attempts += 1
                    _ = try await transaction.pipeline(["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (1)"])
                }
            }
            #expect(error?.sqlState == .uniqueViolation)
            #expect(attempts == 1)
        }
    }

    @Test("a commit that the server warned of may not have happened; a warning before it says nothing about it")
    func warnedOf() async throws {
        try await withSchema { pool, _ in
            for script in [
                "CREATE TABLE t (n int8)",
                """
                CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE WARNING 'failed to commit'; RETURN NULL; END $$
                """,
                """
                CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION warn()
                """,
            ] { _ = try await pool.query(PostgresStatement(unescaped: script)) }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction(.retrying) { _ = try await $0.query("INSERT INTO t VALUES (1)") }
            }
            #expect(error?.outcomeIsUnknown == true)
            #expect(error?.isSafeToRetry == false)
            try await pool.withTransaction { transaction in
                _ = try await transaction.query("DO 'BEGIN RAISE WARNING ''early''; END'")
            }
        }
    }

    @Test("a read-only transaction refuses to write")
    func readOnly() async throws {
        try await withSchema { pool, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction(PostgresTransactionOptions(isReadOnly: true)) {
                    _ = try await $0.query("CREATE TABLE t (n int8)")
                }
            }
            #expect(error?.sqlState == "25006")
        }
    }

    @Test("after its end a transaction executes nothing")
    func afterTheEnd() async throws {
        try await withPool { pool in
            let escaped = try await pool.withTransaction { transaction in
                _ = try await transaction.query("SELECT 1")
                return transaction
            }
            let error = await #expect(throws: PostgresError.self) { try await escaped.query("SELECT 1") }
            #expect(error?.code == .closed)
        }
    }

    @Test("a body that commits by itself cannot go on outside the transaction")
    func ownCommit() async throws {
        try await withPool { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { transaction in
                    try await transaction.execute(script: "COMMIT")
                    _ = try await transaction.query("SELECT 1")
                }
            }
            #expect(error?.code == .closed)
        }
    }

    @Test("a transaction without statements does nothing")
    func empty() async throws {
        try await withPool { pool in
            let value = try await pool.withTransaction { _ in 5 }
            #expect(value == 5)
        }
    }
}
