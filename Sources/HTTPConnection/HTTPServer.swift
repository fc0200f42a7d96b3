package import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// Serves HTTP/1.1 on an address until graceful shutdown. Then it answers the requests that it has received and closes
/// each connection after its last answer.
package struct HTTPServer: Service, CustomStringConvertible {
    /// Its name in logs; without one, a service group spells out all that it refers to, which takes milliseconds.
    package var description: String { "HTTPServer" }

    private let host: String
    private let port: Int
    private let responder: any HTTPResponder
    private let limits: ConnectionLimits
    private let gate: (any ConnectionGate)?
    private let serverName: String
    private let onServerRunning: @Sendable (Int) async -> Void
    private let logger: Logger

    /// - Parameters:
    ///   - gate: limits the number and the memory of connections; nil for no limit.
    ///   - serverName: what answers name in `Server`.
    ///   - onServerRunning: called with the port once connections are taken.
    package init(
        _ responder: any HTTPResponder, on host: String, port: Int, limits: ConnectionLimits,
        gate: (any ConnectionGate)? = nil, serverName: String, onServerRunning: @escaping @Sendable (Int) async -> Void,
        logger: Logger
    ) {
        self.host = host
        self.port = port
        self.responder = responder
        self.limits = limits
        self.gate = gate
        self.serverName = serverName
        self.onServerRunning = onServerRunning
        self.logger = logger
    }

    /// Runs until graceful shutdown, and until the last connection is closed. If the task is cancelled, closes them
    /// all.
    package func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(host: host, port: port) { channel in begin(on: channel) }
        let bound = server.channel.localAddress?.port ?? port
        logger.info("listening", metadata: ["address": "\(host):\(bound)"])
        await withGracefulShutdownHandler {
            await onServerRunning(bound)
            await serve(server)
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }

    /// Waits until no connection comes any more and the last one is closed.
    private func serve(_ server: NIOAsyncChannel<any Channel, Never>) async {
        await withDiscardingTaskGroup { tasks in
            do {
                try await server.executeThenClose { connections in
                    for try await connection in connections {
                        tasks.addTask { await connection.waitUntilClosed() }
                    }
                }
            } catch {
                logger.error("the server no longer accepts connections", metadata: ["error": "\(error)"])
            }
        }
    }

    private func begin(on channel: any Channel) -> EventLoopFuture<any Channel> {
        channel.eventLoop.makeCompletedFuture {
            // NB: the low watermark makes the channel unwritable early, and the handler counts what waits then. With
            // one read at a time, the handler sees the bytes before the next read: a client can't fill the buffer
            // faster than the handler empties it.
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 2048, high: 8192))
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try channel.pipeline.syncOperations.addHandler(
                HTTPConnectionHandler(responder, limits: limits, gate: gate, serverName: serverName))
            return channel
        }
    }
}

extension Channel {
    fileprivate func waitUntilClosed() async {
        await withTaskCancellationHandler {
            try? await closeFuture.get()
        } onCancel: {
            close(promise: nil)
        }
    }
}
