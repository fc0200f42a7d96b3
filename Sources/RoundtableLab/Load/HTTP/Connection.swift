import DequeModule
import NIOCore
import NIOHTTP1
import NIOPosix

/// One keep-alive HTTP/1.1 connection, on which one request is under way at a time; it connects anew by itself.
///
/// Unchecked, because everything happens on its event loop, which the worker that uses it runs on.
final class Connection: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    enum Piece: Sendable {
        /// An answer with its whole body.
        case answer(LoadReply)
        /// The head of an answer whose body goes on for as long as it likes.
        case beginning(LoadReply)
        /// An event of such a body.
        case event(ByteBuffer)
    }

    enum Loss: String, Error {
        case refused = "connection refused"
        case lost = "connection lost"
        case timeout = "no answer in time"
        case malformed = "malformed answer"
    }

    private let loop: any EventLoop
    private let address: SocketAddress
    private var context: ChannelHandlerContext?
    private var answer = LoadReply(status: 0)
    /// Whether the request under way asks for a stream of events, and whether its answer is one.
    private var (asksForStream, isStream) = (false, false)
    /// Whether the service closes the connection after the answer that is arriving.
    private var closes = false
    private var arrived: Deque<Piece> = []
    private var waiting: CheckedContinuation<Result<Piece, Loss>, Never>?
    private var deadline: NIODeadline?

    /// A connection to be, made with the first request.
    init(to address: SocketAddress, on loop: any EventLoop) {
        self.address = address
        self.loop = loop
    }

    func exchange(
        _ request: LoadRequest, within timeout: TimeAmount = .seconds(30), on worker: isolated Worker
    ) async throws(Loss) -> LoadReply {
        switch try await begin(request, within: timeout, on: worker) {
        case .answer(let answer), .beginning(let answer): return answer
        case .event: throw .malformed
        }
    }

    /// Sends a request and waits for the head of an answer that goes on, or for an answer without more.
    func begin(
        _ request: LoadRequest, streaming: Bool = false, within timeout: TimeAmount, on worker: isolated Worker
    ) async throws(Loss) -> Piece {
        loop.assertInEventLoop()
        let context = try await connected(on: worker)
        asksForStream = streaming
        context.write(wrapOutboundOut(.head(request.head)), promise: nil)
        if let body = request.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        return try await next(within: timeout, on: worker)
    }

    func next(within timeout: TimeAmount, on worker: isolated Worker) async throws(Loss) -> Piece {
        if let piece = arrived.popFirst() { return piece }
        guard context != nil else { throw .lost }
        deadline = .now() + timeout
        let outcome = await withCheckedContinuation { waiting = $0 }
        deadline = nil
        return try outcome.get()
    }

    func expire(at now: NIODeadline) {
        if let deadline, deadline < now { end(.timeout) }
    }

    /// Closes; the next request connects anew.
    func close() { end(.lost) }

    private func connected(on worker: isolated Worker) async throws(Loss) -> ChannelHandlerContext {
        if let context, context.channel.isActive { return context }
        arrived.removeAll()
        do {
            let channel = try await ClientBootstrap(group: loop)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        // What is sent is our own, and need not be checked.
                        try channel.pipeline.syncOperations.addHTTPClientHandlers(enableOutboundHeaderValidation: false)
                        try channel.pipeline.syncOperations.addHandler(self)
                    }
                }
                .connect(to: address).get()
            let context = try channel.pipeline.syncOperations.context(handler: self)
            self.context = context
            return context
        } catch {
            throw .refused
        }
    }

    private func disconnect() {
        // NB: first, for closing says at once that the connection is inactive.
        let context = context
        self.context = nil
        context?.close(promise: nil)
    }

    private func end(_ loss: Loss) {
        disconnect()
        waiting?.resume(returning: .failure(loss))
        waiting = nil
    }

    private func deliver(_ piece: Piece) {
        guard let waiting else { return arrived.append(piece) }
        self.waiting = nil
        waiting.resume(returning: .success(piece))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard context === self.context else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            answer = LoadReply(status: Int(head.status.code), tag: head.headers.first(name: "ETag"))
            closes = !head.isKeepAlive
            isStream = asksForStream && head.headers.contains(name: "Transfer-Encoding")
            if isStream { deliver(.beginning(answer)) }
        case .body(var bytes):
            // NB: most bodies arrive in one part, which is not copied.
            if answer.body.readableBytes == 0 { answer.body = bytes } else { answer.body.writeBuffer(&bytes) }
            if isStream, answer.body.readableBytesView.suffix(2).elementsEqual("\n\n".utf8) {
                deliver(.event(answer.body))
                answer.body = ByteBuffer()
            }
        case .end:
            if closes { disconnect() }
            deliver(.answer(answer))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if context === self.context { end(.lost) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard context === self.context else { return context.close(promise: nil) }
        let isMalformed = error is HTTPParserError && error as? HTTPParserError != .invalidEOFState
        end(isMalformed ? .malformed : .lost)
    }
}
