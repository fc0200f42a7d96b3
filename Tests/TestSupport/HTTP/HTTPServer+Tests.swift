package import HTTPConnection
package import Roundtable
package import RoundtableHTTP
import ServiceLifecycle
import Testing

/// Serves as programs do, for as long as the body runs, which gets the port.
///
/// - Parameter obstacle: why the instance can't serve; nil if it can.
package func serving(
    _ service: RoundtableService, pictures: PictureRenderer = PictureRenderer(),
    settings: ApplicationSettings = ApplicationSettings(), obstacle: String? = nil,
    _ body: @Sendable (Int) async throws -> Void
) async throws {
    try await serving(
        service,
        by: {
            HTTPServer(
                Pipeline(service, pictures: pictures, settings: settings, logger: .quiet, obstacle: { obstacle }),
                settings, logger: .quiet, onServerRunning: $0)
        }, body)
}

/// Serves for as long as the body runs.
///
/// - Parameters:
///   - service: what the server serves; whoever waits for changes of its sessions is let go at the end.
///   - server: makes the server, given whom to tell its port.
///   - body: gets the port.
package func serving(
    _ service: RoundtableService,
    by server: (@escaping @Sendable (Int) async -> Void) -> HTTPServer,
    _ body: @Sendable (Int) async throws -> Void
) async throws {
    let (ports, ready) = AsyncStream<Int>.makeStream()
    let group = ServiceGroup(services: [server { ready.yield($0) }], logger: .quiet)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { ready.finish() }
            try await group.run()
        }
        let port = try #require(await ports.first { _ in true }, "The server did not start.")
        let outcome = await Result.of { try await body(port) }
        service.changes.close()
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        try outcome.get()
    }
}
