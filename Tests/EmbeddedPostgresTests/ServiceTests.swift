import EmbeddedPostgres
import Foundation
import Logging
import ServiceLifecycle
import SystemPackage
import Testing

@Suite("Embedded server as a service")
struct ServiceTests {
    @Test("a graceful shutdown stops the server after what uses it")
    func gracefulShutdown() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start()
        let client = LastWords(server: server)
        let group = ServiceGroup(
            services: [server, client], gracefulShutdownSignals: [], logger: .quiet)
        async let run: Void = group.run()
        await group.triggerGracefulShutdown()
        try await run
        #expect(await server.waitUntilExit() == .exited(0))
        #expect(await client.answer.value == "still here")
    }

    @Test("a server that dies fails the group")
    func death() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start()
        let group = ServiceGroup(
            services: [server], gracefulShutdownSignals: [], logger: .quiet)
        let run = Task { try await group.run() }
        kill(server.processIdentifier, SIGKILL)
        let error = await #expect(throws: EmbeddedPostgresError.self) { try await run.value }
        guard case .endedUnexpectedly(.signalled(SIGKILL), let logFile, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(logFile == server.logFile)
    }

    @Test("a cancelled group ends the server too")
    func cancelledGroup() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start()
        let task = Task { try await server.run() }
        task.cancel()
        try await task.value
        try await expectEnd(of: server.processIdentifier)
    }
}

/// A service that asks the database something when it shuts down.
private struct LastWords: Service {
    let server: EmbeddedPostgres
    let answer = Answer()

    func run() async throws {
        try await ServiceLifecycle.gracefulShutdown()
        await answer.set(try await server.query("SELECT 'still here'"))
    }

    actor Answer {
        var value: String?
        func set(_ value: String) { self.value = value }
    }
}
