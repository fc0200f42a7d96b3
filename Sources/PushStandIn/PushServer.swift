import NIOCore
package import NIOHTTP1
import NIOHTTP2
import NIOPosix
import Synchronization

/// Stands in for Apple's push service on this machine: it speaks HTTP/2 without TLS, and answers as it is told.
package final class PushServer: Sendable {
    package struct Request: Sendable {
        package let path: String
        package let headers: HTTPHeaders
        package let body: String
    }

    /// An answer: a status, and the JSON of a refusal.
    package struct Answer: Sendable {
        package var status: Int
        package var body: String
        package var retryAfter: Int?

        /// An answer; by default the notification was taken.
        package init(status: Int = 200, body: String = "", retryAfter: Int? = nil) {
            self.status = status
            self.body = body
            self.retryAfter = retryAfter
        }
    }

    private let received = Mutex<[Request]>([])
    private let answer: @Sendable (Request) -> Answer

    private init(_ answer: @escaping @Sendable (Request) -> Answer) { self.answer = answer }

    package var requests: [Request] { received.withLock { $0 } }

    /// Serves as long as the body runs, which gets the server's address.
    package static func serving(
        _ answer: @escaping @Sendable (Request) -> Answer = { _ in Answer() },
        _ body: (_ server: PushServer, _ address: String) async throws -> Void
    ) async throws {
        let server = PushServer(answer)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.configureHTTP2Pipeline(mode: .server) { stream in
                    stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandlers([
                            HTTP2FramePayloadToHTTP1ServerCodec(), Handler(server),
                        ])
                    }
                }.map { _ in }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { channel.close(promise: nil) }
        try await body(server, "http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: PushServer
        private var head: HTTPRequestHead?
        private var body = ""

        init(_ server: PushServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body(let bytes): body += String(buffer: bytes)
            case .end:
                guard let head else { return }
                let request = Request(path: head.uri, headers: head.headers, body: body)
                server.received.withLock { $0.append(request) }
                let answer = server.answer(request)
                var headers = HTTPHeaders([("apns-id", "5D3E1D4C-0000-4000-8000-000000000001")])
                if let seconds = answer.retryAfter { headers.add(name: "retry-after", value: "\(seconds)") }
                let response = HTTPResponseHead(
                    version: .http2, status: .init(statusCode: answer.status), headers: headers)
                context.write(wrapOutboundOut(.head(response)), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
