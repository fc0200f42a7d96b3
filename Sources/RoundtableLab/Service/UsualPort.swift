import NIOCore
import NIOPosix

/// A port that people know, where it is free.
enum UsualPort {
    /// The port, or 0, with which the system chooses one, if somebody listens on it.
    static func orAny(_ port: Int) async -> Int {
        // NB: as the server does, or connections of a moment ago would make the port seem taken.
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        guard let channel = try? await bootstrap.bind(host: "127.0.0.1", port: port).get() else { return 0 }
        try? await channel.close()
        return port
    }
}
