import EmbeddedPostgres
import Foundation
import Postgres
import SystemPackage
import TestSupport
import Testing

@Suite("Behind a PgBouncer")
struct HearingTests {
    @Test("an instance listens where it is told that it can; else it says that it looks now and then")
    func direct() async throws {
        let folder = try TestFolder()
        let server = try await folder.startServer()
        try await server.migrate()
        let settings = ["--database-url", server.connectionURL, "--keys-file", try folder.makeKeys()]
        let deaf = try await ServiceProcess.start(settings + ["--no-prepared-statements"])
        #expect(await deaf.log.first(/looked for every five seconds/) != nil)
        let pool = PostgresPool(
            configuration: try PostgresConfiguration(url: server.connectionURL), options: .ofTests, logger: .quiet)
        let listeners: PostgresStatement = "SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        #expect(try await pool.query(listeners).isEmpty)

        let hearing = try await ServiceProcess.start(
            settings + ["--no-prepared-statements", "--direct-database-url", server.connectionURL])
        while try await pool.query(listeners).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(!hearing.log.text.contains("looked for"))
        await pool.close()
        for service in [deaf, hearing] { await service.end(by: SIGTERM) }
        await server.stop(.immediate)
    }
}
