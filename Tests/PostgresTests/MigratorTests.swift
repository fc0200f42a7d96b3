import Testing

@testable import Postgres

@Suite("Migrations")
struct MigratorTests {
    static let first = PostgresMigration(number: 1, name: "people", sql: "CREATE TABLE person (id uuid PRIMARY KEY);")
    static let second = PostgresMigration(
        number: 2, name: "names",
        sql: "ALTER TABLE person ADD name text; INSERT INTO person VALUES (gen_random_uuid(), 'x');")

    @Test("up applies what is missing, and nothing the second time")
    func up() async throws {
        try await withSchema { pool, _ in
            let old = try PostgresMigrator([Self.first])
            #expect(try await old.isCurrent(on: pool) == false)
            #expect(try await old.up(on: pool) == [Self.first])
            let new = try PostgresMigrator([Self.second, Self.first])
            #expect(try await new.isCurrent(on: pool) == false)
            #expect(try await new.status(on: pool).map { $0.appliedAt != nil } == [true, false])
            #expect(try await new.up(on: pool) == [Self.second])
            #expect(try await new.up(on: pool).isEmpty)
            #expect(try await new.isCurrent(on: pool))
            #expect(try await pool.query("SELECT name FROM person").count == 1)
        }
    }

    @Test("of many that run at once each migration is applied by one")
    func concurrency() async throws {
        try await withSchema { pool, _ in
            let migrator = try PostgresMigrator([Self.first, Self.second])
            let applied = try await withThrowingTaskGroup(of: [PostgresMigration].self) { group in
                for _ in 0..<8 { group.addTask { try await migrator.up(on: pool) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(applied.sorted { $0.number < $1.number } == [Self.first, Self.second])
        }
    }

    @Test("a migration that fails leaves nothing and is named")
    func failure() async throws {
        try await withSchema { pool, _ in
            let bad = PostgresMigration(number: 2, name: "bad", sql: "CREATE TABLE half (n int8); SELECT 1/0;")
            let error = await #expect(throws: PostgresMigrationError.self) {
                try await PostgresMigrator([Self.first, bad]).up(on: pool)
            }
            #expect(error?.description.hasPrefix("0002_bad failed and was rolled back") == true)
            #expect(try await PostgresMigrator([Self.first]).isCurrent(on: pool))
            let left = try await pool.query("SELECT 1 WHERE to_regclass('half') IS NOT NULL")
            #expect(left.isEmpty)
        }
    }

    @Test("a migration that was changed after it was applied is refused")
    func changed() async throws {
        try await withSchema { pool, _ in
            try await PostgresMigrator([Self.first]).up(on: pool)
            let edited = PostgresMigration(number: 1, name: "people", sql: Self.first.sql + " ")
            await #expect(throws: PostgresMigrationError.changed(label: "0001_people")) {
                try await PostgresMigrator([edited]).up(on: pool)
            }
        }
    }

    @Test("a database that a newer program has been at can still be served, but not brought up to date")
    func unknown() async throws {
        try await withSchema { pool, _ in
            try await PostgresMigrator([Self.first, Self.second]).up(on: pool)
            let old = try PostgresMigrator([Self.first])
            await #expect(throws: PostgresMigrationError.unknown(label: "0002_names")) { try await old.up(on: pool) }
            #expect(try await old.isCurrent(on: pool))
        }
    }

    @Test("numbers with a gap or a repetition are refused", arguments: [[1, 3], [2], [1, 1], [0, 1]])
    func gaps(_ numbers: [Int]) {
        #expect(throws: PostgresMigrationError.self) {
            try PostgresMigrator(numbers.map { PostgresMigration(number: $0, name: "x", sql: "") })
        }
    }
}
