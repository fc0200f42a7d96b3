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
}
