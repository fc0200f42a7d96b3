import HTTPTypes
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HTTPConnection

@Suite("Connections")
struct HTTPConnectionHandlerTests {
    private static let post = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
    private static let held = "GET /held HTTP/1.1\r\nHost: a\r\n\r\n"

    private let channel: EmbeddedChannel
    private let echo = Echo()
    private let gate = Gate()

    init() throws { channel = try Self.connect(to: echo, through: gate) }

    private static func connect(to echo: Echo, through gate: Gate) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: HalfOpen())
        try channel.pipeline.syncOperations.addHandler(
            HTTPConnectionHandler(echo, limits: ConnectionLimits(bodyLength: 100), gate: gate, serverName: "test"))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func come(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    private func pass(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    private func end(_ event: any Sendable) { channel.pipeline.fireUserInboundEventTriggered(event) }

    /// Status and body of the next answer; nil if there is none.
    private func answer() throws -> String? { try channel.readAnswer().map { "\($0.status) \($0.body)" } }

    /// Whether the connection has been given its last answer, so that it ends soon, whatever comes.
    private func hasEnded() throws -> Bool {
        try come(Self.post)
        pass(seconds: 4)
        let waits = channel.isActive
        pass(seconds: 1)
        return try waits && !channel.isActive && answer() == nil
    }

    @Test("a request may come byte by byte, or many at once")
    func pieces() throws {
        for byte in (Self.post + Self.post).utf8 { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
        try come(Self.post + Self.post)
        for _ in 0..<4 { #expect(try answer() == "200 POST /a {}") }
        #expect(try answer() == nil && channel.isActive)
    }

    @Test("a body may come in chunks, and a target be a whole URL")
    func forms() throws {
        try come(
            "PUT http://b/c?d HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
        #expect(try answer() == "200 PUT /c?d {}")
    }

    @Test("an answer tells once what is told of every answer", arguments: [(304, false), (204, false), (200, true)])
    func fields(status: Int, tellsLength: Bool) throws {
        let fields: HTTPFields = [.contentLength: "7", .server: "another", .date: "today", .eTag: "a"]
        let bytes = ByteBuffer(
            HTTPResponse(status: .init(code: status), headerFields: fields), .whole(ByteBuffer()), to: .get,
            from: "test", at: HTTPDate.now)
        let answer = try #require(WireReply(String(buffer: bytes)))
        #expect(answer.status == status && answer.fields["content-length"] == (tellsLength ? "0" : nil))
        #expect(answer.fields["server"] == "test" && answer.fields["date"]?.hasSuffix(" GMT") == true)
        #expect(answer.fields["etag"] == "a" && answer.body.isEmpty)
    }

    @Test("HEAD has the length of what GET brings, and no body")
    func head() throws {
        try come("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try #require(try channel.readAnswer())
        #expect(answer.fields["content-length"] == "10" && answer.body.isEmpty)
    }

    @Test(
        "who speaks HTTP/1.0 or asks to close gets one answer", arguments: ["1.0\r\n", "1.1\r\nConnection: close\r\n"])
    func once(version: String) throws {
        try come("GET / HTTP/\(version)Host: a\r\n\r\n")
        let answer = try #require(try channel.readAnswer())
        #expect(answer.status == 200 && answer.fields["connection"] == "close")
        #expect(try hasEnded())
    }

    @Test(
        "an upgrade that is offered is not taken, and the connection goes on",
        arguments: ["h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA", "websocket", "TLS/1.3, h2c"])
    func upgrade(protocol name: String) throws {
        try come("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: \(name)\r\n\r\n" + Self.post)
        let answer = try #require(try channel.readAnswer())
        #expect(answer.status == 200 && answer.fields["connection"] == nil && answer.body == "GET / ")
        #expect(try self.answer() == "200 POST /a {}" && channel.isActive)
    }

    @Test("what comes behind a request that is being answered is kept as bytes, counted, and not decided on")
    func pipelined() throws {
        let before = echo.received
        try come(Self.held + [String](repeating: Self.post, count: 1000).joined())
        #expect(echo.received - before == 1)
        #expect(gate.kept.withLock { $0 } >= 1000 * Self.post.utf8.count)
        echo.release()
        channel.embeddedEventLoop.run()
        #expect(try answer() == "200 GET /held ")
        for _ in 0..<1000 { #expect(try answer() == "200 POST /a {}") }
        #expect(gate.kept.withLock { $0 } == 0 && channel.isActive)
    }

    @Test("what comes behind a request, and for which there is no room, is dropped; its answer is the last")
    func pipelinedTooMuch() throws {
        let full = try Self.connect(to: echo, through: Gate(bytes: 0))
        try full.writeInbound(ByteBuffer(string: Self.held + Self.post))
        echo.release()
        full.embeddedEventLoop.run()
        let answer = try #require(try full.readAnswer())
        #expect(answer.body == "GET /held " && answer.fields["connection"] == "close")
        #expect(try full.readAnswer() == nil)
    }

    @Test("an answer that the client does not take is counted until it does, and nothing behind it is answered")
    func slowReader() throws {
        try come(Self.held)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        echo.release()
        channel.embeddedEventLoop.run()
        #expect(gate.kept.withLock { $0 } > "200 GET /held ".utf8.count)
        try come(Self.post)
        _ = try answer()
        #expect(try answer() == nil)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try answer() == "200 POST /a {}" && gate.kept.withLock { $0 } == 0)
    }

    @Test("a connection with an answer that nobody takes and for which there is no room is closed")
    func slowReaderTooMuch() throws {
        let full = try Self.connect(to: echo, through: Gate(bytes: 0))
        try full.writeInbound(ByteBuffer(string: Self.held))
        full.isWritable = false
        full.pipeline.fireChannelWritabilityChanged()
        echo.release()
        full.embeddedEventLoop.run()
        #expect(!full.isActive)
    }

    @Test(
        "what GET brings is read over, as it would be kept for as long as the request is held",
        arguments: ["GET", "HEAD"])
    func bodyOfGet(method: String) throws {
        let body = String(repeating: "x", count: 100)
        try come("\(method) /held HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n\(body.dropLast())")
        #expect(gate.kept.withLock { $0 } == 0)
        try come("x")
        echo.release()
        channel.embeddedEventLoop.run()
        #expect(try channel.readAnswer()?.fields["content-length"] == "\("\(method) /held ".utf8.count)")
    }

    @Test("who waits to be told to send the body is told")
    func expect() throws {
        try come("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
        #expect(try channel.readAnswer()?.status == 100)
        try come("b")
        #expect(try answer() == "200 POST / b")
    }

    @Test(
        "a body that is too long is refused before it comes, or as soon as that is known, and is the last",
        arguments: [
            "Content-Length: 101\r\n\r\n", "Content-Length: 101\r\nExpect: 100-continue\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n65\r\n\(String(repeating: "x", count: 101))",
            "Transfer-Encoding: chunked\r\n\r\n\(String(repeating: "1\r\nx\r\n", count: 101))",
        ])
    func long(rest: String) throws {
        try come("POST /b HTTP/1.1\r\nHost: a\r\n" + rest)
        let answer = try #require(try channel.readAnswer())
        #expect(answer.status == 413 && answer.fields["connection"] == "close")
        try come(String(repeating: "x", count: 1000))
        #expect(try hasEnded() && gate.kept.withLock { $0 } == 0)
    }

    @Test("a body of the greatest length is taken, in whatever pieces", arguments: [1, 7, 100])
    func longest(size: Int) throws {
        try come("POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        var rest = 100
        while rest > 0 {
            let piece = min(size, rest)
            try come("\(String(piece, radix: 16))\r\n\(String(repeating: "x", count: piece))\r\n")
            rest -= piece
        }
        try come("0\r\n\r\n")
        #expect(try answer() == "200 POST /b \(String(repeating: "x", count: 100))")
    }

    @Test("of a request that is refused at its head nothing is kept, and the next is answered behind it")
    func refused() throws {
        let head = "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"
        try come(head + String(repeating: "x", count: 50))
        #expect(gate.kept.withLock { $0 } == 0)
        try come(String(repeating: "x", count: 50) + Self.post)
        #expect(try answer() == "429 /no" && answer() == "200 POST /a {}")
        try come(head)
        pass(seconds: 30)
        #expect(try answer() == "408 /no")
        #expect(try hasEnded())
    }

    @Test("who waits to be told to send a body that is refused is told so at once, and nothing can follow")
    func refusedExpectation() throws {
        try come("POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        let answer = try #require(try channel.readAnswer())
        #expect(answer.status == 429 && answer.fields["connection"] == "close")
        try come("xxxxx" + Self.post)
        #expect(try hasEnded())
    }

    @Test("a refusal waits for the answers to what came before")
    func refusedBehind() throws {
        try come(Self.held + "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        #expect(try answer() == nil)
        echo.release()
        channel.embeddedEventLoop.run()
        #expect(try answer() == "200 GET /held " && answer() == "429 /no")
        #expect(try hasEnded())
    }

    @Test("HTTP/1.0 knows no waiting to be told to send the body")
    func expectOfOld() throws {
        try come("POST / HTTP/1.0\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
        #expect(try channel.readAnswer() == nil)
        try come("b")
        #expect(try answer() == "200 POST / b")
    }

    @Test("a body counts while its rest is waited for, and one that comes with its head never does")
    func counted() throws {
        try come(Self.post + Self.post.dropLast())
        #expect(gate.kept.withLock { $0 } > 0)
        try come("}" + Self.post)
        for _ in 0..<3 { #expect(try answer() == "200 POST /a {}") }
        #expect(gate.kept.withLock { $0 } == 0)
        try come(String(Self.post.dropLast()))
        #expect(gate.kept.withLock { $0 } > 0)
        channel.pipeline.fireChannelInactive()
        #expect(gate.kept.withLock { $0 } == 0)
    }

    @Test("a body for which there is no room is refused, and is the last; one that comes with its head is answered")
    func overloaded() throws {
        let full = try Self.connect(to: echo, through: Gate(bytes: 0))
        try full.writeInbound(ByteBuffer(string: Self.post))
        #expect(try full.readAnswer()?.status == 200)
        try full.writeInbound(ByteBuffer(string: String(Self.post.dropLast())))
        let answer = try #require(try full.readAnswer())
        #expect(answer.status == 503 && answer.fields["connection"] == "close")
    }

    @Test("a connection for which there is no place is closed without a word")
    func full() throws {
        let refused = try Self.connect(to: echo, through: Gate(connections: 0))
        #expect(try !refused.isActive && refused.readAnswer() == nil)
    }

    @Test("a stream comes in chunks, to HTTP/1.0 as it is")
    func streams() throws {
        for (version, expected) in [("1.1", "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"), ("1.0", "abc")] {
            try come("GET /stream HTTP/\(version)\r\nHost: a\r\n\r\n")
            channel.embeddedEventLoop.run()
            var received = ""
            while case .byteBuffer(let bytes)? = try channel.readOutbound(as: IOData.self) {
                received += String(buffer: bytes)
            }
            #expect(received.hasSuffix("\r\n\r\n" + expected))
            #expect(received.contains("Transfer-Encoding: chunked") == (version == "1.1"))
        }
    }

    @Test("while one request is answered the next waits, and little more is read")
    func order() throws {
        try come(Self.held)
        pass(seconds: 3600)
        #expect(try answer() == nil && channel.isActive)
        try come(Self.post)
        #expect(try answer() == nil)
        echo.release()
        channel.embeddedEventLoop.run()
        #expect(try answer() == "200 GET /held " && answer() == "200 POST /a {}")
    }

    @Test(
        "a request whose rest does not come is answered with 408, also behind one that was answered",
        arguments: [(1, 15), (24, 15), (post.utf8.count - 2, 30), (post.utf8.count - 1, 30)] as [(Int, Int64)])
    func patience(length: Int, seconds: Int64) throws {
        try come(Self.post)
        #expect(try answer() == "200 POST /a {}")
        pass(seconds: 60)
        try channel.writeInbound(ByteBuffer(bytes: Self.post.utf8.prefix(length)))
        pass(seconds: seconds - 1)
        #expect(channel.isActive)
        pass(seconds: 1)
        let answer = try #require(try channel.readAnswer())
        #expect(answer.status == 408 && answer.fields["connection"] == "close")
        #expect(answer.body == (seconds == 15 ? "–" : "/a"))
        #expect(try hasEnded())
    }

    @Test("each piece of a head does not give the next one more time")
    func dripping() throws {
        for (second, byte) in Self.post.utf8.prefix(15).enumerated() {
            #expect(channel.isActive, "after \(second) seconds")
            try channel.writeInbound(ByteBuffer(bytes: [byte]))
            pass(seconds: 1)
        }
        #expect(try answer() == "408 –")
    }

    @Test("who says nothing for 75 seconds is let go without a word, and each request gives as many again")
    func idle() throws {
        for _ in 0..<3 {
            pass(seconds: 74)
            try come(Self.post)
            #expect(try answer() == "200 POST /a {}")
        }
        pass(seconds: 75)
        #expect(try answer() == nil && !channel.isActive)
    }

    @Test("who does not take answers for a minute is let go, and gets no more of them before")
    func unread() throws {
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        try come(Self.post)
        pass(seconds: 59)
        #expect(try channel.isActive && answer() == nil)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try answer() == "200 POST /a {}")
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        pass(seconds: 60)
        #expect(!channel.isActive)
    }

    @Test(
        "what can't be read is refused behind all that can, and is the last",
        arguments: [
            ("nonsense\r\n\r\n", "400 –"), ("GET / HTTP/1.1\r\nA B: c\r\n\r\n", "400 –"),
            ("POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400 /b"),
            ("GET / HTTP/1.1\r\nA: \(String(repeating: "b", count: 40_000))\r\n\r\n", "431 –"),
        ])
    func broken(text: String, expected: String) throws {
        try? come(Self.post + text)
        #expect(try answer() == "200 POST /a {}" && answer() == expected)
        #expect(try hasEnded())
    }

    @Test("half a request behind which nothing can come is refused")
    func halfClosed() throws {
        try come(String(Self.post.dropLast()))
        end(ChannelEvent.inputClosed)
        #expect(try answer() == "400 /a")
    }

    @Test("a connection that shall end does so when nothing is under way, and half a request counts as under way")
    func ending() throws {
        try come(String(Self.post.dropLast()))
        end(ChannelShouldQuiesceEvent())
        #expect(try answer() == nil)
        try come("}")
        let answer = try #require(try channel.readAnswer())
        #expect(answer.status == 200 && answer.fields["connection"] == "close")
        #expect(try hasEnded())
    }

    @Test("who holds a request is told when its client goes")
    func presence() {
        let presence = ClientPresence()
        nonisolated(unsafe) var gone: [Int] = []
        let first = presence.hold { gone.append(1) }
        _ = presence.hold { gone.append(2) }
        presence.release(first)
        presence.end()
        #expect(gone == [2])
        _ = presence.hold { gone.append(3) }
        #expect(gone == [2, 3])
    }
}
