import EmbeddedPostgres
import Foundation
import Postgres
@testable import RoundtableCommand
import SystemPackage
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Ctrl-C")
struct InterruptionTests {
    private let folder: TestFolder
    private let server: EmbeddedPostgres
    private let pool: PostgresPool

    init() async throws {
        folder = try await TestFolder.withCluster()
        server = try await folder.startServer()
        try await server.migrate()
        pool = PostgresPool(
            configuration: try PostgresConfiguration(url: server.connectionURL), options: .ofTests, logger: .quiet)
    }

    private func run(_ words: String, interruptedWhen isTime: (() async throws -> Void)? = nil) async throws
        -> ProgramRun
    {
        let arguments = words.split(separator: " ").map(String.init) + ["--data", folder.data.string]
        return try await ProgramRun.of(arguments, interruptedWhen: isTime)
    }

    /// Returns as soon as a query finds something, and says what.
    private func first(_ query: PostgresStatement) async throws -> [PostgresRow] {
        try await eventually("rows of \(query)") {
            let rows = try await pool.query(query)
            return rows.isEmpty ? nil : Array(rows)
        }
    }

    @Test("ends a removal of sessions with status 130: what it was removing is there, and not in the audit log")
    func purge() async throws {
        _ = try await Seeding(databaseURL: server.connectionURL, sessions: 3, events: 4, people: 4).run()
        try await server.execute("UPDATE sessions SET phase = 'abandoned'")
        let command = "session purge --yes --finished-before 0s --reason test"
        let locking = try await PostgresConnection.open(try PostgresConfiguration(url: server.connectionURL))
        try await locking.execute(script: "BEGIN; LOCK TABLE events IN SHARE MODE")
        let interrupted = try await run(command) {
            _ = try await first("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        }
        #expect(interrupted.status == 130, "\(interrupted.output)")
        locking.close()
        #expect(try await run("stats").output.contains("4 sessions"))
        #expect(!(try await run("audit list").output.contains("session purge")))

        #expect(try await run(command).output.contains("4 sessions removed"))
        #expect(try await run("audit list").output.contains("session purge"))
        await pool.close()
        await server.stop(.immediate)
    }

    @Test("ends a backup, which shows at a terminal how far it is, with status 130, and nothing of the copy is left")
    func backup() async throws {
        try addBallast()
        let target = folder.data.removingLastComponent().appending("backup").string
        let terminal = try Terminal()
        let interrupted = try await ProgramRun.of(
            ["backup", "--to", target, "--reason", "test", "--data", folder.data.string], at: terminal
        ) {
            let senders = try await first("SELECT pid FROM pg_stat_activity WHERE application_name = 'pg_basebackup'")
            // Nor does it end before it takes long enough to show something.
            for sender in senders { kill(try sender.decode("pid", as: Int32.self), SIGSTOP) }
            try await terminal.shows("Copying [")
        }
        #expect(interrupted.status == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
        await pool.close()
        await server.stop(.immediate)
    }

    /// A file in the cluster that takes seconds to copy, but no space.
    private func addBallast() throws {
        let cluster = folder.data.appending("postgres").string
        let owner = try FileManager.default.attributesOfItem(atPath: cluster)[.ownerAccountID]
        let ballast = cluster + "/ballast"
        try Data().write(to: URL(filePath: ballast))
        #expect(truncate(ballast, 4 << 30) == 0)
        try FileManager.default.setAttributes([.ownerAccountID: try #require(owner)], ofItemAtPath: ballast)
    }
}
