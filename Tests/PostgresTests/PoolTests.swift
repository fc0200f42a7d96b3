import Foundation
import Testing

@testable import Postgres

@Suite("Pool")
struct PoolTests {
    @Test("a statement's parameters come back as columns")
    func roundTrip() async throws {
        try await withPool { pool in
            let id = UUID()
            let row = try #require(try await pool.query("SELECT \(id) AS id, \(7) AS n, \("x") AS t").first)
            #expect(try row.decode("id") == id)
            let (first, second, third) = try row.decode((UUID, Int, String).self)
            #expect(first == id && second == 7 && third == "x")
        }
    }

    @Test("a transaction commits when its body returns and leaves nothing when it throws")
    func transactions() async throws {
        struct Stop: Error {}
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

    @Test("a pipeline is all or nothing")
    func pipelines() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8 PRIMARY KEY)")
            let results = try await pool.pipeline([
                "INSERT INTO t VALUES (\(1))", "INSERT INTO t VALUES (\(2))", "SELECT count(*) AS n FROM t",
            ])
            #expect(results.map(\.affectedRows) == [1, 1, 1])
            #expect(try results[2][0].decode("n") == 2)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.pipeline(["INSERT INTO t VALUES (\(3))", "INSERT INTO t VALUES (\(1))"])
            }
            #expect(error?.sqlState == .uniqueViolation)
            #expect(error?.constraint == "t_pkey")
            #expect(try await pool.query("SELECT n FROM t").count == 2)
        }
    }
}
