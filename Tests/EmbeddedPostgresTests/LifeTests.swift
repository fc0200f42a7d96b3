import EmbeddedPostgres
import Foundation
import Logging
import SystemPackage
import RoundtableTestTools
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
        #expect(try await execute("stat", "-c", "%a", server.socketDirectory.string) == "700")
        #expect(try await execute("stat", "-c", "%a", "\(server.socketDirectory)/.s.PGSQL.5432") == "700")
        let sockets = try await Sockets(of: server.processIdentifier)
        #expect(sockets.paths == ["\(server.socketDirectory)/.s.PGSQL.5432"])
        #expect(sockets.isListeningForTCP == false)
        // Whoever listens is found.
        let listener = try TCPListener()
        #expect(try await Sockets(of: getpid()).isListeningForTCP)
        withExtendedLifetime(listener) {}
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
        try await execute("chmod", "777", directory.root.string)
        await #expect(processExitsWith: .success) { [path = directory.data.string as String] in
            let nobody: UInt32 = 65_534
            // NB: whoever clones into a home of root's runs the tests where nobody else may be.
            #expect(chdir("/") == 0)
            #expect(setgid(nobody) == 0 && setuid(nobody) == 0)
            let server = try await EmbeddedPostgres.start(in: FilePath(path), logger: .quiet)
            #expect(try await server.query("SELECT current_user") == "postgres")
            await server.stop()
        }
        #expect(try await execute("stat", "-c", "%u %a", directory.data.string) == "65534 700")
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

    @Test(
        "a start that is cancelled leaves nothing running, whatever of it there is by then",
        arguments: [nil, "postgres/postmaster.pid", "socket/.s.PGSQL.5432"])
    func cancellation(file: String?) async throws {
        let directory = try await TestDirectory.withCluster()
        let start = Task { try await directory.start() }
        if let file {
            let path = directory.data.appending(file).string
            try await eventually("\(file)") { FileManager.default.fileExists(atPath: path) }
        }
        start.cancel()
        switch await start.result {
        case .success(let server): await server.stop()
        case .failure(let error): #expect(error as? EmbeddedPostgresError == .cancelled)
        }
        #expect(try await directory.processes().isEmpty)
        let server = try await directory.start()
        #expect(try await directory.processes().contains(server.processIdentifier))
        await server.stop()
    }
}

/// The sockets on which a process listens.
private struct Sockets {
    /// The names of those of this machine alone.
    let paths: [String]
    let isListeningForTCP: Bool

    init(of process: Int32) async throws {
        // NB: files of a process that runs may be closed meanwhile.
        let files = try await shell("ls -l /proc/\(process)/fd 2>/dev/null || true")
        let open = Set(files.matches(of: /socket:\[(\d+)\]/).map(\.1))
        let unix = try await shell("awk '$4 == \"00010000\" { print $7, $8 }' /proc/\(process)/net/unix")
        let named = unix.split(separator: "\n").map { line -> [Substring] in line.split(separator: " ") }
        paths = named.filter { $0.count == 2 && open.contains($0[0]) }.map { String($0[1]) }
        let tcp = try await shell("awk '$4 == \"0A\" { print $10 }' /proc/\(process)/net/tcp*")
        isListeningForTCP = !open.isDisjoint(with: tcp.split(separator: "\n"))
    }
}

/// A TCP socket of this process on which it listens.
private final class TCPListener {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

    init() throws { try #require(listen(descriptor, 1) == 0) }

    deinit { close(descriptor) }
}

extension TestDirectory {
    /// The processes of servers that work in the directory.
    fileprivate func processes() async throws -> [Int32] {
        let found = try await shell("find /proc/[0-9]*/cwd -maxdepth 0 -lname '\(data)/postgres*' 2>/dev/null || true")
        return found.split(separator: "\n").compactMap { Int32($0.split(separator: "/")[1]) }
    }
}
