import HTTPConnection
import NIOCore
import NIOPosix
import Testing

@Suite("Asking once")
struct HTTPInquiryTests {
    @Test("has the whole answer")
    func answer() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n there\r\n0\r\n\r\n"
        let inquiry = try await inquiry(ofOneThatSays: answer)
        #expect(inquiry.status == 200 && inquiry.body == "hello there")
    }

    @Test("has the answer of one that closes as soon as it has given it")
    func closing() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask { try await inquiry(ofOneThatSays: answer, andCloses: true) }
            }
            for try await inquiry in group { #expect(inquiry.status == 200 && inquiry.body == "ok") }
        }
    }

    @Test("fails in words where something else speaks, or nothing, or nobody is there")
    func failures() async throws {
        let strange = await #expect(throws: HTTPInquiry.Failure.self) {
            try await inquiry(ofOneThatSays: "EHLO\r\n\r\n")
        }
        #expect(strange?.description == "not an answer of HTTP")
        let silent = await #expect(throws: HTTPInquiry.Failure.self) {
            try await inquiry(ofOneThatSays: nil, limit: .milliseconds(50))
        }
        #expect(silent?.description == "no answer within 0.05 seconds")
        let nobody = HTTPInquiry(of: "127.0.0.1", port: 1, path: "/", limit: .seconds(10))
        let refused = await #expect(throws: HTTPInquiry.Failure.self) { try await nobody.answer() }
        #expect(refused?.description == "connection refused")
    }

    /// What comes of asking a server that always gives the same answer, or none.
    private func inquiry(
        ofOneThatSays answer: String?, andCloses closes: Bool = false, limit: Duration = .seconds(10)
    ) async throws -> HTTPInquiry.Reply {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                answer.map { channel.pipeline.addHandler(Speaker(answer: $0, closes: closes)) }
                    ?? channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { server.close(promise: nil) }
        let port = server.localAddress?.port ?? 0
        return try await HTTPInquiry(of: "127.0.0.1", port: port, path: "/", limit: limit).answer()
    }
}

/// Answers whatever arrives in the same words, and may close the connection then.
private final class Speaker: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String
    private let closes: Bool

    init(answer: String, closes: Bool) { (self.answer, self.closes) = (answer, closes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        if closes { context.close(promise: nil) }
    }
}
