import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import RoundtableHTTP

@Suite("How long a request may take to come")
struct BodyDeadlineTests {
    private let channel = EmbeddedChannel(handler: BodyDeadlineHandler(limit: .seconds(30)))
    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"))

    private func come(_ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    private func answer() throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    private var status: HTTPResponse.Status? {
        get throws {
            guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
            return head.status
        }
    }

    @Test("half a request is answered with 408 when its time is over, and the connection ends")
    func half() throws {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try come(head, .body(ByteBuffer(string: "{")))
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(try status == .requestTimeout)
        #expect(!channel.isActive)
    }

    @Test("a whole request has time to be answered, and the next one has time of its own")
    func whole() throws {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try come(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try come(.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        try answer()
        #expect(try status == .ok)
        try come(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        try come(.end(nil))
        _ = try channel.finish()
    }

    @Test("an answer that is under way is not taken for another")
    func answering() throws {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try come(head)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(try status == .contentTooLarge)
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
        #expect(!channel.isActive)
    }
}
