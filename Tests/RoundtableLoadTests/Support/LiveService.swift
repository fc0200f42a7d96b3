import GameRules
import Hummingbird
import Logging
import NIOCore
import Roundtable
import RoundtableHTTP
import ServiceLifecycle
import TestSupport
import Testing

@testable import RoundtableLoad

/// The whole service behind HTTP on a port of its own, over the database of the running test.
enum LiveService {
    /// Serves for as long as the body runs.
    ///
    /// - Parameter tampering: what becomes of answers before they are sent.
    static func run(
        tampering: @escaping Tampering = { $1 }, _ body: @Sendable (Target) async throws -> Void
    ) async throws {
        let store = try TestDatabase.current.store
        let context = ServiceContext(games: .standard, keys: try .ofTests, publicURL: "https://table.example")
        let service = RoundtableService(store: store, context: context, changes: SessionChanges())
        let router = RoundtableRouter(service: service, pictures: PictureRenderer(), obstacle: { nil })
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let server = Application(
            responder: TamperedResponder(honest: router.buildResponder(), tampering: tampering),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in ready.yield(channel.localAddress?.port ?? 0) }, logger: .quiet)
        let group = ServiceGroup(services: [server], logger: .quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { ready.finish() }
                try await group.run()
            }
            let port = try #require(await ports.first { _ in true }, "The server did not start.")
            try await body(try Target("http://127.0.0.1:\(port)"))
            service.changes.close()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
