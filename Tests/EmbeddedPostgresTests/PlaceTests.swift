import EmbeddedPostgres
import Foundation
import SystemPackage
import Testing

@Suite("Where a server lives")
struct PlaceTests {
    @Test("a path too long for a socket moves only the socket, and to the same place each time")
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
        "names that need escaping are no obstacle",
        arguments: ["Amber's “data” & 100 % more", "a,b", #"say "hi""#, "plus+and#hash?"])
    func strangeNames(name: String) async throws {
        let directory = try await TestDirectory.withCluster(named: name)
        let server = try await directory.start()
        #expect(try await server.query("SELECT 1") == "1")
        await server.stop()
    }

    @Test("a link to the data directory is followed, and it is still one directory")
    func link() async throws {
        let directory = try await TestDirectory.withCluster()
        let link = directory.root.appending("link")
        try await run("ln", "-s", directory.data.string, link.string)
        let server = try await directory.start()
        #expect(try await directory.failure(at: link) == .directoryInUse(directory.data, process: getpid()))
        await server.stop()
    }

    @Test("a log that has grown large is put aside at the next start")
    func largeLog() async throws {
        let directory = try await TestDirectory.withCluster()
        try await shell("truncate -s 11M '\(directory.data)/postgres.log'")
        let server = try await directory.start()
        await server.stop()
        #expect(try await run("stat", "-c", "%s", "\(server.logFile).1") == "\(11 << 20)")
        #expect(try String(contentsOfFile: server.logFile.string, encoding: .utf8).contains("ready to accept"))
    }

    @Test("the rest of the data directory is out of the server's reach", .enabled(if: isRoot))
    func keysAreOurs() async throws {
        let directory = try TestDirectory()
        let server = try await directory.start()
        #expect(try await run("stat", "-c", "%U %G %a", directory.data.string) == "root postgres 710")
        #expect(try await run("stat", "-c", "%U %a", "\(directory.data)/postgres") == "postgres 700")
        #expect(try await run("ps", "-o", "user=", "-p", "\(server.processIdentifier)") == "postgres")
        await server.stop()
    }
}
