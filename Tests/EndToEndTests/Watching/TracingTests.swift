import EmbeddedPostgres
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import Postgres
import SystemPackage
import TestSupport
import Testing

@Suite("Tracing")
struct TracingTests {
    private static let sampled = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    private static let unsampled = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7-00"

    @Test("the database shows which trace a statement serves, a turn's too, if it is sampled")
    func comments() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let service = try await ServiceProcess.start(
            "--database-url", server.connectionURL, "--keys-file", try folder.makeKeys(), "--tracing", "w3c")
        let pool = PostgresPool(
            configuration: try PostgresConfiguration(url: server.connectionURL), options: .ofTests, logger: .quiet)

        let token = try await post("/v1/players", "{}", to: service, as: nil, trace: Self.sampled)["token"]
        let credential = try #require(token as? String)
        let people =
            #"{"local":"00000000-0000-4000-8000-00000000000A","remotes":["00000000-0000-4000-8000-00000000000B"]}"#
        let begun = try await post(
            "/v1/sessions", #"{"game":"tic-tac-toe","send":"now","conversation":\#(people)}"#, to: service,
            as: credential, trace: Self.unsampled)
        let session = try #require((begun["session"] as? [String: Any])?["id"] as? String)
        _ = try await post(
            "/v1/sessions/\(session)/turns",
            #"{"revision":1,"move":"b2","send":"now","conversation":\#(people)}"#, to: service, as: credential,
            trace: Self.sampled)

        let shown = try await pool.query(
            "SELECT query FROM pg_stat_activity WHERE query LIKE \("/*traceparent='\(Self.sampled)'*/%")")
        let queries = try shown.map { try $0.decode("query", as: String.self) }
        // NB: on a cluster the turn is a transaction, and what a connection did last is its end.
        if await TestDatabase.isOnOneNode { #expect(queries.contains { $0.contains("UPDATE sessions") }, "\(queries)") }
        let others = try await pool.query(
            "SELECT FROM pg_stat_activity WHERE query LIKE \("/*traceparent='\(Self.unsampled.prefix(20))%")")
        #expect(others.isEmpty)
        await pool.close()
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    private func post(
        _ path: String, _ body: String, to service: ServiceProcess, as credential: String?, trace: String
    ) async throws -> [String: Any] {
        var request = URLRequest(url: service.url.appending(path: path))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        request.setValue(trace, forHTTPHeaderField: "traceparent")
        if let credential { request.setValue("Bearer \(credential)", forHTTPHeaderField: "Authorization") }
        let (data, _) = try await URLSession.shared.data(for: request)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
