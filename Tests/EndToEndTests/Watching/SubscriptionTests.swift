import EmbeddedPostgres
import Foundation
import Postgres
import SystemPackage
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Behind a PgBouncer")
struct SubscriptionTests {
    @Test("an instance listens where it has a direct connection; else it logs that it polls")
    func direct() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let settings = ["--database-url", server.connectionURL, "--keys-file", try folder.makeKeys()]
        let polling = try await ServiceProcess.start(settings + ["--no-prepared-statements"])
        #expect(try await polling.log.first(/polls for others. changes every five seconds/) != nil)
        let pool = PostgresPool(
            configuration: try PostgresConfiguration(url: server.connectionURL), options: .ofTests, logger: .quiet)
        let listeners: PostgresStatement = "SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        #expect(try await pool.query(listeners).isEmpty)

        let listening = try await ServiceProcess.start(
            settings + ["--no-prepared-statements", "--direct-database-url", server.connectionURL])
        try await eventually("the instance listens") { try await !pool.query(listeners).isEmpty }
        #expect(!listening.log.text.contains("polls for"))
        await pool.close()
        for service in [polling, listening] { await service.end(by: SIGTERM) }
        await server.stop(.immediate)
    }
}
