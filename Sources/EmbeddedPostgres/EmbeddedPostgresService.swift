import ServiceLifecycle

/// Keeps an embedded server for a service group, and ends it with the group.
///
/// Put it first: services end in the opposite order, so the database outlives everything that uses it.
///
/// NB: systemd by default sends the signal to stop to the database as well, which from then on refuses connections. A
/// unit for a service with an embedded server says `KillMode=mixed`.
package struct EmbeddedPostgresService: Service {
    private let server: EmbeddedPostgres

    package init(_ server: EmbeddedPostgres) { self.server = server }

    /// Waits for the graceful shutdown and then stops the server; throws if the server ends before.
    package func run() async throws {
        let exit = await withTaskGroup(of: ServerExit?.self) { group in
            group.addTask { await server.waitUntilExit() }
            group.addTask {
                // A cancellation is another reason to stop; `stop` sees it and hurries.
                try? await gracefulShutdown()
                return nil
            }
            let exit = await group.next() ?? nil
            if exit == nil { await server.stop() }
            group.cancelAll()
            return exit
        }
        if let exit { throw server.unexpectedEnd(exit) }
    }
}
