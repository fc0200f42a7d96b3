import DequeModule
import NIOCore
import NIOPosix

/// One keep-alive HTTP/1.1 connection, on which one request is under way at a time; it connects anew by itself.
///
/// Unchecked, because everything happens on its event loop, which the worker that uses it runs on.
final class Connection: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias Piece = AnswerParser.Piece

    /// Why no answer came.
    enum Loss: String, Error {
        case refused = "connection refused"
        case lost = "connection lost"
        case timeout = "no answer in time"
        case malformed = "malformed answer"
    }

    private let loop: any EventLoop
    private let address: SocketAddress
    private var channel: (any Channel)?
    private var parser = AnswerParser()
    private var arrived: Deque<Piece> = []
    private var waiting: CheckedContinuation<Result<Piece, Loss>, Never>?
    /// When the request under way is given up.
    private var deadline: NIODeadline?

    /// A connection to be, made with the first request.
    init(to address: SocketAddress, on loop: any EventLoop) {
        self.address = address
        self.loop = loop
    }

    /// Sends a request and waits for the whole answer.
    func exchange(
        _ request: ByteBuffer, within timeout: TimeAmount = .seconds(30), on worker: isolated Worker
    ) async throws(Loss) -> LoadAnswer {
        switch try await begin(request, within: timeout, on: worker) {
        case .answer(let answer), .beginning(let answer): return answer
        case .more: throw .malformed
        }
    }

    /// Sends a request and waits for the head of an answer that goes on, or for an answer without more.
    func begin(
        _ request: ByteBuffer, streaming: Bool = false, within timeout: TimeAmount, on worker: isolated Worker
    ) async throws(Loss) -> Piece {
        loop.assertInEventLoop()
        let channel = try await connected(on: worker)
        parser.streams = streaming
        channel.writeAndFlush(request, promise: nil)
        return try await next(within: timeout, on: worker)
    }

    /// Waits for what arrives next.
    func next(within timeout: TimeAmount, on worker: isolated Worker) async throws(Loss) -> Piece {
        if let piece = arrived.popFirst() { return piece }
        guard channel != nil else { throw .lost }
        deadline = .now() + timeout
        let outcome = await withCheckedContinuation { waiting = $0 }
        deadline = nil
        return try outcome.get()
    }

    /// Gives up a request that takes too long.
    func expire(at now: NIODeadline) {
        if let deadline, deadline < now { end(.timeout) }
    }

    /// Closes; the next request connects anew.
    func close() { end(.lost) }

    private func connected(on worker: isolated Worker) async throws(Loss) -> any Channel {
        if let channel, channel.isActive { return channel }
        parser = AnswerParser()
        arrived.removeAll()
        do {
            let channel = try await ClientBootstrap(group: loop)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(self) }
                }
                .connect(to: address).get()
            self.channel = channel
            return channel
        } catch {
            throw .refused
        }
    }

    private func end(_ loss: Loss) {
        channel?.close(promise: nil)
        channel = nil
        if let waiting {
            self.waiting = nil
            waiting.resume(returning: .failure(loss))
        }
    }

    private func deliver(_ piece: Piece) {
        if case .answer = piece, parser.closes {
            channel?.close(promise: nil)
            channel = nil
        }
        guard let waiting else { return arrived.append(piece) }
        self.waiting = nil
        waiting.resume(returning: .success(piece))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard context.channel === channel else { return }
        parser.append(unwrapInboundIn(data))
        do {
            while let piece = try parser.next() { deliver(piece) }
        } catch {
            end(.malformed)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if context.channel === channel { end(.lost) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
