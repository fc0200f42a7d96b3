import Foundation
import Testing

@testable import Postgres

@Suite("COPY")
struct CopyTests {
    private static func rows(_ count: Int) -> [[UInt8]] { (0..<count).map { Array("\($0)\trow \($0)\n".utf8) } }

    @Test("rows in parts of any size arrive all, and the connection goes on")
    func copies() async throws {
        try await withTable { connection in
            let long = Array(Self.rows(200_000).joined())
            let parts = stride(from: 0, to: long.count, by: 70_001).map {
                Array(long[$0..<min($0 + 70_001, long.count)])
            }
            #expect(try await connection.copy("COPY things FROM STDIN", rows: parts) == 200_000)
            let row = try #require(await connection.query("SELECT count(*), max(name) FROM things").first)
            let (count, name) = try row.decode((Int64, String).self)
            #expect(count == 200_000)
            #expect(name == "row 99999")
        }
    }

    @Test("a row that the server refuses leaves none behind, and the connection goes on")
    func refusal() async throws {
        try await withTable { connection in
            let error = await #expect(throws: PostgresError.self) {
                try await connection.copy(
                    "COPY things FROM STDIN", rows: Self.rows(10) + [Array("no number\tx\n".utf8)] + Self.rows(100_000))
            }
            #expect(error?.sqlState?.rawValue == "22P02")
            let row = try #require(await connection.query("SELECT count(*) FROM things").first)
            #expect(try row.decode(at: 0, as: Int64.self) == 0)
        }
    }

    @Test("a statement that is no copy is refused")
    func noCopy() async throws {
        try await withTable { connection in
            let missing = await #expect(throws: PostgresError.self) {
                try await connection.copy("COPY nothing FROM STDIN", rows: Self.rows(1))
            }
            #expect(missing?.sqlState?.rawValue == "42P01")
            let error = await #expect(throws: PostgresError.self) {
                try await connection.copy("SELECT 1", rows: Self.rows(1))
            }
            #expect(error?.code == .unsupported)
        }
    }

    private func withTable(_ body: (PostgresConnection) async throws -> Void) async throws {
        let connection = try await PostgresConnection.open(testConfiguration())
        try await connection.execute(script: "CREATE TEMPORARY TABLE things (id int, name text)")
        try await body(connection)
        connection.close()
    }
}
