import NIOCore
import NIOPosix

/// Finds a port that nobody listens on. The public URL needs it before the server is there to be asked.
enum FreePort {
    /// A loopback port that was free just now: the preferred one if it was, else any.
    ///
    /// - Throws: ``LabError``, if there is none.
    static func find(preferring preferred: UInt16? = nil) async throws -> Int {
        if let preferred, let port = try? await bind(to: Int(preferred)) { return port }
        guard let port = try? await bind(to: 0) else { throw LabError(description: "There is no free port.") }
        return port
    }

    /// The port that the system binds when one is requested; 0 requests any. Fails if it is taken.
    private static func bind(to requested: Int) async throws -> Int? {
        // NB: as the server does, or connections of a moment ago would make a port seem taken.
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: requested).get()
        let port = channel.localAddress?.port
        try await channel.close()
        return port
    }
}
