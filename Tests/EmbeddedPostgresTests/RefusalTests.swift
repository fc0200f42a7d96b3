import EmbeddedPostgres
import Foundation
import SystemPackage
import Testing

@Suite("Refusals to start")
struct RefusalTests {
    @Test("a cluster of another major version is named, with what to install")
    func otherVersion() async throws {
        let directory = try await TestDirectory.withCluster()
        try await shell("echo 9 > '\(directory.data)/postgres/PG_VERSION'")
        let failure = try await directory.failure()
        guard case .otherVersion(directory.data.appending("postgres"), cluster: "9", let installed) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(!installed.isEmpty)
        #expect("\(failure)".contains("postgresql-9") && "\(failure)".contains("pg_upgrade"))
    }

    @Test("missing programs are missed by name and place")
    func missingBinaries() async throws {
        let directory = try TestDirectory()
        let failure = try await directory.failure(searchPath: PostgresSearchPath(patterns: ["/nowhere/*/bin"]))
        #expect(failure == .binariesMissing(searched: ["/nowhere/*/bin"]))
        #expect("\(failure)".contains("/nowhere/*/bin"))
    }

    @Test(
        "a file in place of the data directory, or of the cluster, is left alone", arguments: ["data", "data/postgres"])
    func fileInPlace(name: String) async throws {
        let directory = try TestDirectory()
        let file = directory.root.appending(name)
        try await shell(
            "mkdir -p \"$(dirname '\(file)')\" && echo precious > '\(file)' && chmod 755 '\(directory.root)'/*")
        let failure = try await directory.failure()
        #expect(failure == .notADirectory(file))
        #expect(try String(contentsOfFile: file.string, encoding: .utf8) == "precious\n")
    }

    @Test("a directory of something else is left alone")
    func notACluster() async throws {
        let directory = try TestDirectory()
        try await shell("mkdir -p '\(directory.data)/postgres/thesis'")
        #expect(try await directory.failure() == .notACluster(directory.data.appending("postgres")))
        #expect(FileManager.default.fileExists(atPath: "\(directory.data)/postgres/thesis"))
    }

    @Test("a setting that PostgreSQL does not know is quoted from its log")
    func unknownSetting() async throws {
        let directory = try await TestDirectory.withCluster()
        let failure = try await directory.failure(settings: ["no_such_setting": "1"])
        guard case .startFailed(directory.data.appending("postgres"), let log) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(log.contains { $0.contains("no_such_setting") })
        #expect("\(failure)".contains("no_such_setting"))
    }

    @Test("a parent that the server's user may not enter is named", .enabled(if: isRoot))
    func closedParent() async throws {
        let directory = try TestDirectory(named: "closed/open/data")
        let closed = directory.root.appending("closed")
        try await shell("mkdir -p -m 755 '\(closed)/open' && chmod 700 '\(closed)'")
        let failure = try await directory.failure()
        #expect(failure == .notTraversable(closed, user: "postgres"))
        #expect("\(failure)".contains("may not enter \(closed)"))
    }

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
        try FileManager.default.removeItem(atPath: first.socketDirectory.string)
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

@Suite("Disks that take nothing", .enabled("needs the right to mount") { await Mount.isAllowed })
struct DiskTests {
    @Test("a read-only disk is called that")
    func readOnly() async throws {
        let directory = try TestDirectory()
        let mount = try await Mount(at: directory.root.appending("disk"), options: "ro")
        let failure = try await directory.failure(at: mount.path.appending("data"))
        #expect(failure == .readOnly(mount.path.appending("data")))
        try await mount.remove()
    }

    @Test("a disk too small for a cluster is called full")
    func tooSmall() async throws {
        let directory = try TestDirectory()
        let mount = try await Mount(at: directory.root.appending("disk"), options: "size=8m")
        let failure = try await directory.failure(at: mount.path.appending("data"))
        guard case .diskFull(mount.path.appending("data"), _) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect("\(failure)".contains("64 are needed"))
        try await mount.remove()
    }

    @Test("a disk that has filled up is called full, and the server starts once there is room")
    func filledUp() async throws {
        let directory = try TestDirectory()
        let mount = try await Mount(at: directory.root.appending("disk"), options: "size=120m")
        let data = mount.path.appending("data")
        try await directory.copyCluster(to: data)
        try await shell("dd if=/dev/zero of='\(mount.path)/ballast' bs=64k 2>/dev/null || true")
        let failure = try await directory.failure(at: data)
        guard case .diskFull = failure else {
            Issue.record("\(failure)")
            return
        }
        try await run("rm", "\(mount.path)/ballast")
        let server = try await EmbeddedPostgres.start(in: data, logger: .quiet)
        await server.stop()
        try await mount.remove()
    }
}

/// A small file system in memory.
private struct Mount {
    let path: FilePath

    init(at path: FilePath, options: String) async throws {
        self.path = path
        try await shell("mkdir -p '\(path)' && mount -t tmpfs -o '\(options),mode=755' tmpfs '\(path)'")
    }

    func remove() async throws {
        try await run("umount", path.string)
    }

    static var isAllowed: Bool {
        get async {
            guard isRoot, let directory = try? TestDirectory() else { return false }
            guard let mount = try? await Mount(at: directory.root.appending("disk"), options: "size=1m") else {
                return false
            }
            return (try? await mount.remove()) != nil
        }
    }
}
