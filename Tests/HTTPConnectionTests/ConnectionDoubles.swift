import HTTPTypes
import NIOCore
import Synchronization

@testable import HTTPConnection

/// Echoes method, path and body, but holds what is asked of `/held` until it is let go.
final class Echo: HTTPResponder {
    private let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
    private let count = Mutex(0)

    /// The number of requests that were decided on.
    var received: Int { count.withLock { $0 } }

    /// Lets the held request go.
    func release() { held.withLock { $0.take() }?.resume() }

    func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
        count.withLock { $0 += 1 }
        if request.path == "/no" {
            return .refused(HTTPReply(status: .tooManyRequests, body: .whole(ByteBuffer(string: "/no"))))
        }
        return .admitted { body in await self.answer(to: request, body) }
    }

    private func answer(to request: HTTPRequest, _ body: ByteBuffer) async -> HTTPReply {
        if request.path == "/held" {
            await withCheckedContinuation { continuation in held.withLock { $0 = continuation } }
        }
        let text = "\(request.method.rawValue) \(request.path ?? "–") \(String(buffer: body))"
        if request.path == "/stream" {
            return HTTPReply(
                status: .ok, body: .stream { for piece in ["ab", "c"] { try await $0(piece) } })
        }
        return HTTPReply(status: .ok, body: .whole(ByteBuffer(string: text)))
    }

    func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply {
        let status: HTTPResponse.Status =
            switch fault {
            case .malformed: .badRequest
            case .targetTooLong: .uriTooLong
            case .headTooLarge: .requestHeaderFieldsTooLarge
            case .expectation: .expectationFailed
            case .coding: .notImplemented
            case .version: .httpVersionNotSupported
            case .bodyTooLarge: .contentTooLarge
            case .timeout: .requestTimeout
            case .overloaded: .serviceUnavailable
            }
        return HTTPReply(status: status, body: .whole(ByteBuffer(string: request?.path ?? "–")))
    }
}

/// Lets so many connections in, and so many bytes of bodies be kept.
final class Gate: ConnectionGate, ConnectionPlace {
    let connections: Int
    let bytes: Int
    let kept = Mutex(0)
    let entered = Mutex(0)

    init(connections: Int = 1, bytes: Int = 1 << 20) { (self.connections, self.bytes) = (connections, bytes) }

    func enter(
        from peer: SocketAddress?, closing close: @escaping @Sendable () -> Void
    ) -> (any ConnectionPlace)? {
        entered.withLock { entered in
            entered += 1
            return entered <= connections ? self : nil
        }
    }

    func keep(bytes: Int) -> Bool {
        guard bytes <= self.bytes else { return false }
        kept.withLock { $0 = bytes }
        return true
    }
}

/// A connection of which one half can be ended, as those of the network can.
final class HalfOpen: ChannelOutboundHandler {
    typealias OutboundIn = IOData

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all { context.close(mode: mode, promise: promise) } else { promise?.succeed() }
    }
}
