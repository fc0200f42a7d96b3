import EmbeddedPostgres
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Crashes in the middle of play")
struct CrashTests {
    @Test("when the service is killed, every turn that it acknowledged before or after is kept exactly once")
    func killedService() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start(port: ReservedPort.next(), "--data", folder.data.string)
        let rush = try await Rush(guests: 10, iceCreams: 8, servedAt: service.url)
        let successor = Successor<ServiceProcess>()
        let receipts = try await rush.play {
            await service.end(by: SIGKILL)
            await successor.take(over: try await .start(port: service.port, "--data", folder.data.string))
        }
        #expect(receipts.count == rush.turns)
        await (try successor.value).end(by: SIGTERM)

        let server = try await folder.startServer()
        try await server.audit { try await $0.expect(receipts, and: rush.sessions) }
        await server.stop(.immediate)
    }

    @Test("when the database is shut down at once, every turn that was acknowledged is kept exactly once")
    func killedDatabase() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let service = try await ServiceProcess.start(
            "--database-url", server.connectionURL, "--keys-file", try folder.makeKeys())
        let rush = try await Rush(guests: 10, iceCreams: 8, servedAt: service.url)
        let successor = Successor<EmbeddedPostgres>()
        let receipts = try await rush.play {
            await server.stop(.immediate)
            await successor.take(over: try await folder.startServer())
        }
        #expect(receipts.count == rush.turns)
        await service.end(by: SIGTERM)

        let restarted = try await successor.value
        #expect(restarted.connectionURL == server.connectionURL)
        try await restarted.audit { try await $0.expect(receipts, and: rush.sessions) }
        await restarted.stop(.immediate)
    }
}

/// What takes over from something that was killed.
private actor Successor<Value: Sendable> {
    private var current: Value?

    var value: Value {
        get throws { try #require(current, "Nothing took over.") }
    }

    func take(over value: Value) { current = value }
}
