import Hummingbird
import NIOCore
import NIOEmbedded
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
        let head = "POST /v1/players HTTP/1.1\r\nHost: table.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: head + body))
    }

    @Test("whoever comes when too many requests are under way is told at once to come back")
    func refused() throws {
        let channel = try connection()
        for _ in 0..<3 {
            try post("{}", over: channel)
            let answer = try #require(try channel.readAnswer())
            #expect(answer.status == 503)
            #expect(answer.fields["retry-after"] == "1")
            #expect(answer.fields["content-type"] == "application/problem+json")
            #expect(answer.fields["content-length"] == "\(answer.body.utf8.count)")
            #expect(answer.body.contains("\"code\":\"unavailable\""))
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
