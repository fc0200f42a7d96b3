import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Admission of requests")
struct AdmissionTests {
    /// A connection to a service that lets nobody in.
    private func connection() throws -> EmbeddedChannel {
        let router = Router(context: PlayerContext.self)
        let quick = QuickRequests(router.buildResponder(), limit: 0, serverName: "test", logger: .quiet)
        let channel = EmbeddedChannel(handler: quick.handler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func post(_ body: String, over channel: EmbeddedChannel) throws {
        let head = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/v1/players",
            headerFields: [.contentLength: "\(body.utf8.count)"])
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: body)))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    @Test("whoever comes when too many requests are under way is told at once to come back")
    func refused() throws {
        let channel = try connection()
        for _ in 0..<3 {
            try post("{}", over: channel)
            guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self),
                case .body(let body) = try channel.readOutbound(as: HTTPResponsePart.self),
                case .end = try channel.readOutbound(as: HTTPResponsePart.self)
            else {
                Issue.record("there is no whole answer")
                return
            }
            #expect(head.status == .serviceUnavailable)
            #expect(head.headerFields[.retryAfter] == "1")
            #expect(head.headerFields[.contentType] == "application/problem+json")
            #expect(head.headerFields[.contentLength] == "\(body.readableBytes)")
            #expect(String(buffer: body).contains("\"code\":\"unavailable\""))
        }
        _ = try channel.finish()
    }

    @Test("a request that is answered makes room for the next")
    func leaving() {
        let admission = Admission(limit: 2)
        #expect(
            [admission.enter(), admission.enter(), admission.enter(), admission.enter()] == [true, true, false, false])
        admission.leave()
        #expect([admission.enter(), admission.enter()] == [true, false])
    }
}
