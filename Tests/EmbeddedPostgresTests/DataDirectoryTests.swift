import EmbeddedPostgres
import Foundation
import SystemPackage
import Testing

@Suite("Data directory")
struct DataDirectoryTests {
    @Test("if the path is too long for a socket, only the socket moves, and always to the same place")
    func longPath() async throws {
        let directory = try await TestDirectory.withCluster(named: String(repeating: "long/", count: 25) + "data")
        let first = try await directory.start()
        #expect(try await first.query("SELECT 1") == "1")
        #expect(first.socketDirectory.string.hasPrefix("/tmp/roundtable-"))
        await first.stop()
        let second = try await directory.start()
        #expect(second.socketDirectory == first.socketDirectory)
        await second.stop()
        #expect(!FileManager.default.fileExists(atPath: first.socketDirectory.string))
    }

    @Test(
        "names with spaces, quotes and other special characters work",
        arguments: ["Amber's “data” & 100 % more", "a,b", #"say "hi""#, "plus+and#hash?"])
    func strangeNames(name: String) async throws {
        let directory = try await TestDirectory.withCluster(named: name)
        let server = try await directory.start()
        #expect(try await server.query("SELECT 1") == "1")
        await server.stop()
    }

    @Test("a symbolic link to the data directory counts as the same directory")
    func link() async throws {
        let directory = try await TestDirectory.withCluster()
        let link = directory.root.appending("link")
        try await execute("ln", "-s", directory.data.string, link.string)
        let server = try await directory.start()
        #expect(try await directory.failure(at: link) == .directoryInUse(directory.data, process: getpid()))
        await server.stop()
    }

    @Test("a large log is renamed to postgres.log.1 at the next start")
    func largeLog() async throws {
        let directory = try await TestDirectory.withCluster()
        try await shell("truncate -s 11M '\(directory.data)/postgres.log'")
        let server = try await directory.start()
        await server.stop()
        #expect(try await execute("stat", "-c", "%s", "\(server.logFile).1") == "\(11 << 20)")
        #expect(try String(contentsOfFile: server.logFile.string, encoding: .utf8).contains("ready to accept"))
    }

    @Test("the server can neither list the data directory nor create files in it", .enabled(if: isRoot))
    func isolation() async throws {
        let directory = try TestDirectory()
        let server = try await directory.start()
        #expect(try await execute("stat", "-c", "%U %G %a", directory.data.string) == "root postgres 710")
        #expect(try await execute("stat", "-c", "%U %a", "\(directory.data)/postgres") == "postgres 700")
        #expect(try await execute("ps", "-o", "user=", "-p", "\(server.processIdentifier)") == "postgres")
        for sql in ["SELECT pg_ls_dir('\(directory.data)')", "COPY (SELECT 1) TO '\(directory.data)/intruder'"] {
            let error = await #expect(throws: CommandFailed.self) { try await server.query(sql) }
            #expect(error?.output.contains("Permission denied") == true)
        }
        await server.stop()
    }
}
