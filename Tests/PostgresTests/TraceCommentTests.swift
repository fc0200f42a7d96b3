import Testing

@testable import Postgres

@Suite("Comments of traces")
struct TraceCommentTests {
    @Test("a sampled trace context becomes a comment as it is")
    func sampled() {
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        #expect(TraceComment.comment(for: parent) == "/*traceparent='\(parent)'*/")
    }

    @Test(
        "nothing else does",
        arguments: [
            "", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
            "00-4bf92f3577b34da6a3ce929d0e0e47'*/-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-zz",
        ])
    func refused(parent: String) { #expect(TraceComment.comment(for: parent) == nil) }

    @Test("a statement with a comment is executed with its parameters, and not prepared")
    func executed() async throws {
        try await withPool { pool in
            var statement: PostgresStatement = """
                SELECT query, \(7) AS number, (SELECT count(*) FROM pg_prepared_statements) AS prepared
                FROM pg_stat_activity WHERE pid = pg_backend_pid()
                """
            statement.comment = "/*of a test*/"
            let row = try #require(try await pool.query(statement).first)
            #expect(try row.decode("query", as: String.self).hasPrefix("/*of a test*/ SELECT"))
            #expect(try row.decode("number", as: Int.self) == 7)
            #expect(try row.decode("prepared", as: Int.self) == 0)
        }
    }
}
