import EmbeddedPostgres
import Foundation
import Logging
import SystemPackage
import Testing

@Suite("Life of an embedded server")
struct LifeTests {
    @Test("the first start makes the database, and a later one finds what was written")
    func survival() async throws {
        let directory = try TestDirectory()
        let first = try await directory.start(settings: [:])
        _ = try await first.query("CREATE TABLE note AS SELECT 'kept' AS text")
        await first.stop()
        let second = try await directory.start(settings: [:])
        #expect(try await second.query("SELECT text FROM note") == "kept")
        #expect(try await second.query("SELECT current_database()") == "roundtable")
        await second.stop()
    }

    @Test("commits are durable unless somebody asks for something else")
    func durability() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start(settings: ["work_mem": "8MB"])
        #expect(try await server.query("SHOW fsync") == "on")
        #expect(try await server.query("SHOW synchronous_commit") == "on")
        #expect(try await server.query("SHOW work_mem") == "8MB")
        await server.stop()
    }

    @Test("nobody can reach the server but through its private socket, whatever the settings say")
    func privacy() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start(settings: ["listen_addresses": "*", "port": "7777"])
        #expect(try await server.query("SHOW listen_addresses").isEmpty)
        #expect(try await run("stat", "-c", "%a", server.socketDirectory.string) == "700")
        #expect(try await run("stat", "-c", "%a", "\(server.socketDirectory)/.s.PGSQL.5432") == "700")
        let listening = try await shell("ls -l /proc/\(server.processIdentifier)/fd | grep -o 'socket:.*[0-9]'")
        // Those that listen; a machine may have tens of thousands of others.
        let tcp = try await shell("awk '$4 == \"0A\"' /proc/\(server.processIdentifier)/net/tcp*")
        for socket in listening.split(separator: "\n") {
            #expect(!tcp.contains(" \(socket.drop { !$0.isNumber }) "))
        }
        await server.stop()
    }

    @Test("a fast stop needs no recovery, an immediate one loses nothing", arguments: [true, false])
    func stop(isFast: Bool) async throws {
        let directory = try await TestDirectory.withCluster()
        let first = try await directory.start(settings: [:])
        _ = try await first.query("CREATE TABLE note AS SELECT 'kept' AS text")
        await first.stop(isFast ? .fast : .immediate)
        #expect(await first.waitUntilExit() == .exited(0))
        let second = try await directory.start()
        #expect(try await second.query("SELECT text FROM note") == "kept")
        await second.stop()
        let log = try String(contentsOfFile: second.logFile.string, encoding: .utf8)
        #expect(log.contains("automatic recovery in progress") == !isFast)
    }

    @Test("the terminal's Ctrl-C does not reach the server")
    func session() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start()
        #expect(getsid(server.processIdentifier) == server.processIdentifier)
        await server.stop()
    }

    @Test("an ordinary user is served as that user", .enabled(if: isRoot))
    func ordinaryUser() async throws {
        let directory = try TestDirectory()
        try await run("chmod", "777", directory.root.string)
        await #expect(processExitsWith: .success) { [path = directory.data.string as String] in
            let nobody: UInt32 = 65_534
            // NB: whoever clones into a home of root's runs the tests where nobody else may be.
            #expect(chdir("/") == 0)
            #expect(setgid(nobody) == 0 && setuid(nobody) == 0)
            let server = try await EmbeddedPostgres.start(in: FilePath(path), logger: .quiet)
            #expect(try await server.query("SELECT current_user") == "postgres")
            await server.stop()
        }
        #expect(try await run("stat", "-c", "%u %a", directory.data.string) == "65534 700")
    }

    @Test("only the server's user and root are let in, by the socket alone, also where the rules were opened")
    func authentication() async throws {
        let directory = try await TestDirectory.withCluster()
        let cluster = "\(directory.data)/postgres"
        try await shell("echo 'local all all trust' >'\(cluster)/pg_hba.conf'")
        let server = try await directory.start()
        let rules = "SELECT type || ' ' || auth_method FROM pg_hba_file_rules"
        #expect(
            try await server.query("SELECT string_agg(DISTINCT rule, ',') FROM (\(rules)) AS r (rule)") == "local peer")
        #expect(try await server.query("SELECT current_user") == "postgres")
        guard isRoot else { return await server.stop() }
        try await shell("chmod 711 '\(directory.data)' && chmod 777 '\(server.socketDirectory)'*")
        try await shell("chmod 777 '\(server.socketDirectory)/.s.PGSQL.5432'")
        let stranger = "setpriv --reuid=nobody --clear-groups psql -X -c 'SELECT 1' '\(server.connectionURL)' 2>&1"
        let refusal = try await shell("! \(stranger)")
        #expect(refusal.contains("Peer authentication failed"), "\(refusal)")
        await server.stop()
    }

    @Test("a start that is cancelled leaves nothing running", arguments: [0, 10, 30, 50, 80])
    func cancellation(milliseconds: Int) async throws {
        let directory = try await TestDirectory.withCluster()
        let start = Task { try await directory.start() }
        // Not to wait for anything: to meet the start at its different steps.
        if milliseconds > 0 { try await Task.sleep(for: .milliseconds(milliseconds)) }
        start.cancel()
        switch await start.result {
        case .success(let server): await server.stop()
        case .failure(let error): #expect(error as? EmbeddedPostgresError == .cancelled)
        }
        let server = try await directory.start()
        await server.stop()
    }
}
