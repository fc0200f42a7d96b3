import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Connections of quick requests")
struct QuickRequestHandlerTests {
    private static let refused = "POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
    private static let stream = "GET /v1/sessions/a/stream HTTP/1.1\r\nHost: a\r\n\r\n"

    /// A connection to a service that lets nobody in, and so answers at once.
    private func connection() throws -> EmbeddedChannel {
        let quick = QuickRequests(
            Router(context: PlayerContext.self).buildResponder(), limit: 0, serverName: "test", logger: .quiet)
        let channel = EmbeddedChannel(handler: quick.handler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func passedOn(_ channel: EmbeddedChannel) throws -> String? {
        try channel.readInbound(as: ByteBuffer.self).map { String(buffer: $0) }
    }

    @Test("a request may come byte by byte, and what was answered is not kept")
    func bytes() throws {
        let channel = try connection()
        for _ in 0..<3 {
            for byte in (Self.refused + Self.refused).utf8 { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
            #expect(try channel.readAnswer()?.status == 503 && channel.readAnswer()?.status == 503)
        }
        #expect(try channel.readAnswer() == nil && passedOn(channel) == nil)
        _ = try channel.finish()
    }

    @Test("what is not quick goes on as it came and alone, and when it is answered it is the next one's turn")
    func passing() throws {
        let channel = try connection()
        try channel.writeInbound(ByteBuffer(string: Self.refused + Self.stream + Self.refused))
        #expect(try channel.readAnswer()?.status == 503)
        #expect(try passedOn(channel) == Self.stream)
        #expect(try channel.readAnswer() == nil)
        channel.pipeline.triggerUserOutboundEvent(QuickRequestHandler.AnswerEnded(), promise: nil)
        #expect(try channel.readAnswer()?.status == 503)
        try channel.writeInbound(ByteBuffer(string: Self.refused + Self.stream))
        #expect(try channel.readAnswer()?.status == 503 && passedOn(channel) == Self.stream)
        _ = try channel.finish()
    }

    @Test("the usual handlers tell when they have answered")
    func answered() throws {
        let channel = EmbeddedChannel()
        let told = Told()
        try channel.pipeline.syncOperations.addHandlers([told, BodyDeadlineHandler()])
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        #expect(told.count == 0)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(told.count == 1)
        _ = try channel.finish()
    }

    @Test("what is written in an unusual way goes on, and all that comes behind it")
    func giving() throws {
        let channel = try connection()
        let unusual = "GET / HTTP/1.0\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: Self.refused + unusual + Self.refused))
        #expect(try channel.readAnswer()?.status == 503)
        #expect(try passedOn(channel) == unusual + Self.refused)
        try channel.writeInbound(ByteBuffer(string: Self.refused))
        #expect(try passedOn(channel) == Self.refused && channel.readAnswer() == nil)
        _ = try channel.finish()
    }

    @Test("a request whose rest does not come goes on after five seconds, also behind one that was answered")
    func patience() throws {
        let channel = try connection()
        let beginning = String(Self.refused.dropLast())
        try channel.writeInbound(ByteBuffer(string: Self.refused + beginning))
        #expect(try channel.readAnswer()?.status == 503)
        #expect(try passedOn(channel) == nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(try passedOn(channel) == beginning)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("that the connection shall end is told when nothing is under way, and half a request counts as under way")
    func ending() throws {
        let channel = try connection()
        let ends = Ends()
        try channel.pipeline.syncOperations.addHandler(ends)
        try channel.writeInbound(ByteBuffer(string: String(Self.refused.dropLast())))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(ends.count == 0)
        try channel.writeInbound(ByteBuffer(string: "}"))
        #expect(try channel.readAnswer()?.status == 503 && ends.count == 1)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(ends.count == 2)
        _ = try channel.finish()
    }

    @Test("who does not take answers gets no more of them until they do")
    func writability() throws {
        let channel = try connection()
        channel.isWritable = false
        try channel.writeInbound(ByteBuffer(string: Self.refused))
        #expect(try channel.readAnswer() == nil)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try channel.readAnswer()?.status == 503)
        _ = try channel.finish()
    }

    @Test("an answer tells once what is told of every answer", arguments: [(304, false), (204, false), (200, true)])
    func fields(status: Int, tellsLength: Bool) throws {
        let quick = QuickRequests(
            Router(context: PlayerContext.self).buildResponder(), serverName: "test", logger: .quiet)
        let fields: HTTPFields = [.contentLength: "7", .server: "another", .date: "today", .eTag: "a"]
        let bytes = quick.complete(HTTPResponse(status: .init(code: status), headerFields: fields), ByteBuffer())
        let answer = try #require(WireAnswer(String(buffer: bytes)))
        #expect(answer.status == status && answer.fields["content-length"] == (tellsLength ? "0" : nil))
        #expect(answer.fields["server"] == "test" && answer.fields["date"]?.hasSuffix(" GMT") == true)
        #expect(answer.fields["etag"] == "a" && answer.body.isEmpty)
    }

    /// Counts how often the connection was told to end.
    private final class Ends: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        var count = 0

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { count += 1 }
        }
    }

    /// Counts how often an answer ended.
    private final class Told: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        var count = 0

        func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
            if event is QuickRequestHandler.AnswerEnded { count += 1 }
        }
    }
}
