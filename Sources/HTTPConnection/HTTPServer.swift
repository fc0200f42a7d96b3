import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serves HTTP/1.1 on an address until it is told to stop; then it ends each connection when what came by it is
/// answered.
package struct HTTPServer: Service {
    private let server: Server<HTTPServerChannel>

    /// - Parameters:
    ///   - gate: bounds what connections take up; nil for nothing.
    ///   - serverName: what answers name in `Server`.
    ///   - onServerRunning: called with the port once connections are taken.
    package init(
        _ responder: any HTTPResponder, on host: String, port: Int, limits: ConnectionLimits,
        gate: (any ConnectionGate)? = nil, serverName: String, onServerRunning: @escaping @Sendable (Int) async -> Void,
        logger: Logger
    ) {
        server = Server(
            childChannelSetup: HTTPServerChannel(
                responder: responder, limits: limits, gate: gate, serverName: serverName),
            configuration: ServerConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    }

    package func run() async throws { try await server.run() }
}

/// The channel handlers of a server's connections.
package struct HTTPServerChannel: ServerChildChannel {
    /// A connection.
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
    }

    private let responder: any HTTPResponder
    private let limits: ConnectionLimits
    private let gate: (any ConnectionGate)?
    private let serverName: String

    package init(
        responder: any HTTPResponder, limits: ConnectionLimits, gate: (any ConnectionGate)? = nil, serverName: String
    ) {
        self.responder = responder
        self.limits = limits
        self.gate = gate
        self.serverName = serverName
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // NB: what is more than may wait for a client is counted, so that little may. And what one read brings is
            // looked at before the next, so that a client can't fill a buffer faster than it is emptied.
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 2048, high: 8192))
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try addHandlers(to: channel)
            return Value(channel: channel)
        }
    }

    /// Makes a channel a connection, on its event loop.
    package func addHandlers(to channel: any Channel) throws {
        try channel.pipeline.syncOperations.addHandler(
            HTTPConnectionHandler(responder, limits: limits, gate: gate, serverName: serverName))
    }

    package func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.channel.closeFuture.get()
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}
