import Foundation
import Testing

@testable import Postgres

@Suite("Statements")
struct StatementTests {
    @Test("interpolated values become parameters, unescaped parts become text")
    func interpolation() {
        let statement: PostgresStatement = "SELECT \(unescaped: "a, b") FROM t WHERE a = \(1) AND b = ANY(\(["x"]))"
        #expect(statement.text == "SELECT a, b FROM t WHERE a = $1 AND b = ANY($2)")
        #expect(statement.types == [PostgresType.int8.oid, PostgresType.text.arrayOID])
    }

    @Test("a template names the columns of a table, or has the values of one row")
    func template() async throws {
        let parts = PostgresColumns<String?> { $0.add("name") { $0 } }
        let columns = PostgresColumns<(id: Int, name: String?)> { columns in
            columns.add("id") { $0.id }
            columns.add(parts) { $0.name }
        }
        let template = PostgresTemplate("SELECT {name}, {id} + 1, {name} IS NULL", of: columns)
        #expect(template.text(in: "i") == "SELECT i.name, i.id + 1, i.name IS NULL")
        let statement = template((41, "x"))
        #expect(statement.text == "SELECT $1, $2 + 1, $3 IS NULL")
        let text = PostgresType.text.oid
        #expect(statement.types == [text, PostgresType.int8.oid, text])
        try await withPool { pool in
            for name in ["x", nil] {
                let row = try #require(try await pool.query(template((41, name))).first)
                #expect(try row.decode((String?, Int, Bool).self) == (name, 42, name == nil))
            }
            let all = PostgresRowStatement(columns, as: "i") { "\(template.text(in: "i")) FROM \($0)" }
            #expect(try await pool.query(all([(1, "x"), (2, nil)])).count == 2)
        }
    }

    @Test("the least recently used statement makes room")
    func eviction() {
        var prepared = PreparedStatements(capacity: 2)
        let keys = (0..<3).map { StatementText("SELECT \($0)", types: []) }
        #expect(prepared.remember(keys[0], as: "a") == nil)
        #expect(prepared.remember(keys[1], as: "b") == nil)
        #expect(prepared.name(of: keys[0]) == "a")
        #expect(prepared.remember(keys[2], as: "c") == "b")
        #expect(prepared.name(of: keys[1]) == nil)
        #expect(prepared.count == 2)
    }

    @Test("the same text with other types is another statement")
    func types() async throws {
        try await withPool { pool in
            func expectEcho<Value: PostgresCodable & Equatable>(of value: Value) async throws {
                let row = try #require(try await pool.query("SELECT \(value) AS value").first)
                #expect(try row.decode("value", as: Value.self) == value)
            }
            try await expectEcho(of: 1)
            try await expectEcho(of: "one")
            try await expectEcho(of: Int32(1))
        }
    }

    @Test("the server keeps no more prepared statements than the limit")
    func limit() async throws {
        try await withPool(.single, configure: { $0.preparedStatementLimit = 3 }) { pool in
            for number in 0..<10 { _ = try await pool.query("SELECT \(unescaped: "\(number)")") }
            let prepared = try await pool.query("SELECT name FROM pg_prepared_statements")
            #expect(prepared.count <= 4)
        }
    }

    @Test("a statement that the server has forgotten is prepared again", arguments: ["DEALLOCATE ALL", "DISCARD ALL"])
    func forgotten(_ command: String) async throws {
        try await withPool(.single) { pool in
            func ask() async throws -> Int {
                try #require(try await pool.query("SELECT \(5) AS value").first).decode("value")
            }
            #expect(try await ask() == 5)
            try await pool.withConnection { try await $0.execute(script: command) }
            #expect(try await ask() == 5)
            try await pool.withConnection { try await $0.execute(script: command) }
            let results = try await pool.withTransaction(.retrying) {
                try await $0.pipeline(["SELECT \(5) AS value", "SELECT \(6) AS value"])
            }
            #expect(try results.map { try $0[0].decode("value", as: Int.self) } == [5, 6])
        }
    }

    @Test("a transaction that meets a forgotten statement succeeds when it is retried")
    func forgottenInTransaction() async throws {
        try await withPool(.single) { pool in
            _ = try await pool.query("SELECT \(5) AS value")
            try await pool.withConnection { try await $0.execute(script: "DEALLOCATE ALL") }
            let value = try await pool.withTransaction(.retrying) { transaction in
                _ = try await transaction.query("SELECT 1")
                return try await transaction.query("SELECT \(5) AS value").first?.decode("value", as: Int.self)
            }
            #expect(value == 5)
        }
    }

    @Test("a statement whose result changed its shape is prepared again")
    func changedShape() async throws {
        try await withSchema(.single) { pool, _ in
            _ = try await pool.query("CREATE TABLE t (a int8)")
            _ = try await pool.query("INSERT INTO t VALUES (1)")
            func columns() async throws -> Int { try await pool.query("SELECT * FROM t").storage.columnCount }
            #expect(try await columns() == 1)
            _ = try await pool.query("ALTER TABLE t ADD COLUMN b int8")
            #expect(try await columns() == 2)
        }
    }

    @Test("without prepared statements nothing is left at the server")
    func unprepared() async throws {
        try await withPool(.single, configure: { $0.preparedStatements = false }) { pool in
            let row = try #require(try await pool.query("SELECT \(UUID?.none) AS id, \("x") AS name").first)
            #expect(try row.decode("name") == "x")
            let results = try await pool.withTransaction {
                try await $0.pipeline(["SELECT \(1) AS n", "SELECT \(2) AS n"])
            }
            #expect(try results[1][0].decode("n") == 2)
            #expect(try await pool.query("SELECT name FROM pg_prepared_statements").isEmpty)
            let rows = try await pool.withTransaction { try await $0.query("SELECT 1 AS n") }
            #expect(rows.count == 1)
        }
    }

    @Test("a statement without rows tells how many were affected")
    func affectedRows() async throws {
        try await withSchema { pool, _ in
            _ = try await pool.query("CREATE TABLE t (n int8)")
            #expect(try await pool.query("INSERT INTO t SELECT generate_series(1, 7)").affectedRows == 7)
            #expect(try await pool.query("").isEmpty)
        }
    }
}

extension PostgresPool.Options {
    /// One connection, so that what one statement leaves is there for the next.
    static var single: PostgresPool.Options {
        var options = PostgresPool.Options()
        options.maximumConnections = 1
        return options
    }
}
