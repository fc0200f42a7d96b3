import EmbeddedPostgres
import Foundation
import Postgres
import RoundtableModel
import RoundtableClient
import SystemPackage
import TestSupport
import RoundtableTestTools
import Testing

@testable import RoundtableCommand

@Suite("The readiness probe", .timeLimit(.minutes(10)))
struct ReadinessTests {
    @Test("says no if the database says nothing, and yes again; a schema that is newer is no obstacle")
    func silence() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        try await expect("200", of: service)
        let pool = PostgresPool(
            configuration: try PostgresConfiguration(url: server.connectionURL), options: .ofTests, logger: .quiet)
        _ = try await pool.query("CREATE TABLE known AS SELECT * FROM schema_migrations")
        _ = try await pool.query("DELETE FROM schema_migrations")
        try await expect("503", of: service)
        _ = try await pool.query(
            """
            INSERT INTO schema_migrations
            SELECT * FROM known UNION ALL SELECT max(number) + 1, 'later', '', now() FROM known
            """)
        try await expect("200", of: service)

        let backends = try await pool.backends(of: "roundtable")
        #expect(backends.count > 1)
        for backend in backends { kill(backend, SIGSTOP) }
        try await expect("503", of: service)
        try await expect("200", of: service)
        for backend in backends { kill(backend, SIGCONT) }
        await pool.close()
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("says yes again when players go on over new connections, while the silent ones are still silent")
    func silentConnections() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        var game = try await OpenGame(at: service)
        try await game.play()
        let pool = PostgresPool(
            configuration: try PostgresConfiguration(url: server.connectionURL), options: .ofTests, logger: .quiet)
        let backends = try await pool.backends(of: "roundtable")
        for backend in backends { kill(backend, SIGSTOP) }

        await #expect(throws: RoundtableError.self) { try await game.play() }
        try await eventually("play goes on") {
            do {
                try await game.read()
                try await game.play()
                return true
            } catch let error as RoundtableError where error.problem?.code == .unavailable {
                return false
            }
        }
        try await expect("200", of: service)
        for backend in backends { kill(backend, SIGCONT) }
        await pool.close()
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("says no if the database says nothing, however long a statement may take")
    func patience() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        var configuration = try PostgresConfiguration(url: server.connectionURL)
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        configuration.applicationName = "probe"
        (configuration.connectTimeout, configuration.statementTimeout) = (.seconds(86_400), .seconds(86_400))
        let readiness = Readiness(of: configuration, logger: .quiet)
        try await eventually("the probe says yes") { await readiness.obstacle() == nil }
        let backends = try await pool.backends(of: "probe")
        #expect(backends.count == 1)
        for backend in backends { kill(backend, SIGSTOP) }
        #expect(await readiness.obstacle() == "The database can't be reached.")
        for backend in backends { kill(backend, SIGCONT) }
        await readiness.pool.close()
        await pool.close()
        await server.stop(.immediate)
    }

    @Test("says no while the database takes no writes, and turns go on when it does again")
    func changedRole() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        let pair = await Pair(at: service)
        try await pair.begin()
        try await pair.play("a1", by: pair.amber)

        // As after a switch-over: the connections end, and those that are made anew can only read.
        try await server.execute(
            """
            DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
            END $$
            """)
        try await server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'roundtable'")
        for _ in 0..<3 {
            let refusal = await #expect(throws: RoundtableError.self) { try await pair.play("b2", by: pair.ben) }
            #expect(refusal?.problem?.code == .unavailable, "\(String(describing: refusal))")
            try await expect("503", of: service)
        }
        try await server.execute(
            """
            BEGIN READ WRITE;
            DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database());
            END $$;
            COMMIT
            """)
        // NB: what gave up a connection has given up all that are older than a second, so soon a request finds a new
        // one.
        try await eventually("a turn goes on") {
            do {
                try await pair.play("b2", by: pair.ben)
                return true
            } catch let error as RoundtableError where error.problem?.code == .unavailable {
                return false
            }
        }
        try await expect("200", of: service)
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("says no while the database has no room on its disk")
    func fullDisk() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        try await expect("200", of: service)
        // What the probe needs is more than it gets, which the server says with the same class of errors.
        try await server.execute("ALTER SYSTEM SET temp_file_limit = '8kB'")
        try await server.execute("SELECT pg_reload_conf()")
        try await expect("503", of: service)
        try await server.execute("ALTER SYSTEM RESET temp_file_limit")
        try await server.execute("SELECT pg_reload_conf()")
        try await expect("200", of: service)
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("says no from the moment that the instance is told to stop, while it still serves")
    func notice() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService("--notice-seconds", "3600")
        try await expect("200", of: service)
        service.signal(SIGTERM)
        try await expect("503", of: service)
        let answer = try await RawConnection.get("/readyz", at: service.port)
        #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("unavailable"), "\(answer)")
        #expect(answer.contains("about to stop"), "\(answer)")
        let player = try await RoundtableClient(baseURL: service.url, credential: nil, retries: .never).makePlayer()
        #expect(!player.token.rawValue.isEmpty)
        await service.end(by: SIGKILL)
        await server.stop(.immediate)
    }

    @Test("a program does not start if it lacks rules that sessions were begun with, and says how many")
    func missingRules() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let arguments = ["--database-url", server.connectionURL, "--keys-file", try folder.makeKeys()]
        let service = try await ServiceProcess.start(arguments)
        let client = RoundtableClient(baseURL: service.url, credential: nil)
        let player = try await client.makePlayer()
        let creator = RoundtableClient(baseURL: service.url, credential: player.token)
        for _ in 0..<2 {
            _ = try await creator.begin(
                NewSession(game: "chess", conversation: Conversation(local: UUID(), remotes: [])))
        }
        await service.end(by: SIGTERM)
        try await server.execute(
            "UPDATE game_rules SET rules = 9 WHERE game = 'chess'; UPDATE sessions SET rules = 9")
        let refused = try await ProgramRun.of(["serve", "--port", "0"] + arguments)
        #expect(refused.status != 0)
        #expect(refused.output.contains("chess, version 9: 2 sessions, 2 of them not over"), "\(refused.output)")
        await server.stop(.immediate)
    }

    /// Expects that the probe comes to answer with a status. What it says may be what it found a second ago.
    private func expect(
        _ status: Substring, of service: ServiceProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually("the probe says \(status)", sourceLocation: sourceLocation) {
            try await RawConnection.get("/readyz", at: service.port).split(separator: " ").dropFirst().first == status
        }
    }
}

extension PostgresPool {
    /// The processes on the server that serve an application.
    fileprivate func backends(of application: String) async throws -> [Int32] {
        try await query("SELECT pid FROM pg_stat_activity WHERE application_name = \(application)").map {
            try $0.decode("pid", as: Int32.self)
        }
    }
}
