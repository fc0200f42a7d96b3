import Foundation
import Hummingbird
import Logging
import NIOCore
import Roundtable
import RoundtableHTTP
import RoundtableStore
import ServiceLifecycle
import TestSupport
import Testing

/// The whole service behind HTTP on a port of its own, over the database of the running test.
struct LiveService: Sendable {
    /// Where it answers.
    let url: URL
    /// Where it keeps everything, to be asked behind its back.
    let store: PostgresStore

    /// Serves for as long as the body runs.
    static func run(_ body: @Sendable (LiveService) async throws -> Void) async throws {
        let store = try TestDatabase.current.store
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let group = try ServiceGroup(services: [server(over: store) { ready.yield($0) }], logger: .quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { ready.finish() }
                try await group.run()
            }
            let port = try #require(await ports.first { _ in true }, "The server did not start.")
            let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
            try await body(LiveService(url: url, store: store))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func server(
        over store: PostgresStore, _ onRunning: @escaping @Sendable (Int) -> Void
    ) throws -> some Service {
        let context = ServiceContext(games: .testing, keys: try .ofTests, publicURL: "https://table.example")
        let service = RoundtableService(store: store, context: context, changes: SessionChanges())
        let router = RoundtableRouter(service: service, pictures: PictureRenderer(), obstacle: { nil })
        return Application(
            router: router.build(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? 0) }, logger: .quiet)
    }
}
