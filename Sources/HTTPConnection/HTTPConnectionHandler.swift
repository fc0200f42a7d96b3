import HTTPTypes
import NIOCore

/// Answers the requests of one connection on its event loop: each as a whole, in the order in which they come. While
/// one is being answered, the next is left as bytes, and no more than one piece of them is read.
final class HTTPConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = IOData

    private enum State {
        case open
        /// The last answer is given, and ours is closed; what still comes is forgotten.
        case ending
        case closed
    }

    private let responder: any HTTPResponder
    private let limits: ConnectionLimits
    private let gate: (any ConnectionGate)?
    private let serverName: String
    private let presence = ClientPresence()
    private var place: (any ConnectionPlace)?
    private var state = State.open
    private var reader = RequestReader()
    /// The bytes that have come and are not read yet.
    private var input = ByteBuffer()
    /// The request that is coming.
    private var coming: ReceivedRequest?
    /// The bytes of answers that the client has not taken, as far as they are more than may wait.
    private var unreadBytes = 0
    /// The bytes that its place counts.
    private var countedBytes = 0
    private var isAnswering = false
    private var isTaking = false
    private var isReadHeld = false
    /// Whether the client sends nothing more.
    private var isInputClosed = false
    /// Whether the connection ends as soon as nothing is left to be answered: the client sends nothing more, or we
    /// stop.
    private var isToEnd = false
    private var awaited = Awaited.nothing
    private var deadlines: (sending: Deadline, taking: Deadline)?
    private var executor: EventLoopTaskExecutor?

    init(
        _ responder: any HTTPResponder, limits: ConnectionLimits, gate: (any ConnectionGate)?, serverName: String
    ) {
        self.responder = responder
        self.limits = limits
        self.gate = gate
        self.serverName = serverName
    }

    func handlerAdded(context: ChannelHandlerContext) {
        executor = EventLoopTaskExecutor(context.eventLoop)
        deadlines = (
            Deadline(on: context.eventLoop) { [unowned self] in giveUp(context) },
            Deadline(on: context.eventLoop) { context.close(promise: nil) }
        )
        wait(for: .request)
    }

    func channelActive(context: ChannelHandlerContext) {
        if let gate {
            let channel = context.channel
            place = gate.enter(from: context.remoteAddress) { channel.close(promise: nil) }
            guard place != nil else {
                state = .closed
                return context.close(promise: nil)
            }
        }
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { endDeadlines() }

    // MARK: What comes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .open = state else { return }
        var bytes = unwrapInboundIn(data)
        if input.readableBytes == 0 {
            input = bytes
        } else {
            input.discardReadBytes()
            input.writeBuffer(&bytes)
        }
        goOn(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // NB: a little that came alone is not to keep all the memory that it was read into.
        if input.readableBytes > 0, input.storageCapacity > 2 * input.readableBytes + 512 {
            input = ByteBuffer(bytes: input.readableBytesView)
        }
        count(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            presence.end()
            if case .ending = state { return context.close(promise: nil) }
            (isInputClosed, isToEnd) = (true, true)
        case is ChannelShouldQuiesceEvent: isToEnd = true
        default: return context.fireUserInboundEventTriggered(event)
        }
        goOn(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        state = .closed
        presence.end()
        endDeadlines()
        (coming, input, unreadBytes) = (nil, ByteBuffer(), 0)
        count(context)
        place = nil
        context.fireChannelInactive()
    }

    /// Reads and answers what has come. NB: a request may be answered before it returns to who began it here.
    private func goOn(_ context: ChannelHandlerContext) {
        guard !isTaking else { return }
        isTaking = true
        while case .open = state, !isAnswering, context.channel.isWritable, step(context) {}
        isTaking = false
        if input.readableBytes == 0 { input = ByteBuffer() }
        if countedBytes > 0 { count(context) }
        waitOn(context)
        if isReadHeld, !holdsReads(context) {
            isReadHeld = false
            context.read()
        }
    }

    /// Takes the next step in reading a request.
    ///
    /// - Returns: whether there may be another.
    private func step(_ context: ChannelHandlerContext) -> Bool {
        do throws(RequestFault) {
            switch try reader.next(&input) {
            case .head(let head): begin(head, context)
            case .body(let bytes): append(bytes, context)
            case .end:
                guard let request = coming else { return true }
                coming = nil
                answer(request, context)
            case .wait:
                let isHalf = coming != nil || input.readableBytes > 0
                if isInputClosed, isHalf { throw .malformed }
                if isToEnd, !isHalf { end(context) }
                return false
            }
            return true
        } catch {
            refuse(error, context)
            return false
        }
    }

    private func begin(_ head: RequestHead, _ context: ChannelHandlerContext) {
        var request = ReceivedRequest(head, isLast: isToEnd) { request in
            responder.receive(request, on: ClientConnection(context.channel, presence))
        }
        if request.isAnsweredEarly(limit: limits.bodyLength) { return answer(request, context) }
        coming = request
        // NB: who has sent some of the body already does not wait to be told to.
        if request.expectsContinue, input.readableBytes == 0 {
            send(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"), context)
        }
    }

    /// Keeps what a request brings, as far as it may.
    private func append(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        guard coming?.append(bytes, limit: limits.bodyLength) == false, let request = coming else { return }
        coming = nil
        answer(request, context)
    }

    // MARK: What is kept

    /// Counts what is kept for this connection: what has come and is not being answered, and answers that the client
    /// does not take.
    ///
    /// NB: a request that comes as a whole, and an answer that is taken, are never counted. Those that are being
    /// answered have a bound of their own.
    private func count(_ context: ChannelHandlerContext) {
        let bytes = unreadBytes + (coming?.keptBytes ?? 0) + (input.readableBytes == 0 ? 0 : input.storageCapacity)
        guard bytes != countedBytes, let place else { return }
        if place.keep(bytes: bytes) { countedBytes = bytes } else { shed(context) }
    }

    /// Gives up what there is no room for.
    private func shed(_ context: ChannelHandlerContext) {
        guard case .open = state, unreadBytes == 0 else { return context.close(promise: nil) }
        if isAnswering {
            // The bytes behind the request that is being answered are dropped, and nothing follows its answer.
            (input, isToEnd) = (ByteBuffer(), true)
            count(context)
        } else {
            refuse(.overloaded, context)
        }
    }

    // MARK: What goes

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            unreadBytes = 0
            if case .open = state { deadlines?.taking.lift() }
        } else {
            deadlines?.taking.set(in: limits.reading)
        }
        goOn(context)
        count(context)
    }

    func read(context: ChannelHandlerContext) {
        if holdsReads(context) { isReadHeld = true } else { context.read() }
    }

    /// Whether there is enough to do without reading more, or nobody takes the answers.
    private func holdsReads(_ context: ChannelHandlerContext) -> Bool {
        guard case .open = state else { return false }
        return !context.channel.isWritable || isAnswering && input.readableBytes > 0
    }

    private func answer(_ request: ReceivedRequest, _ context: ChannelHandlerContext) {
        isAnswering = true
        wait(for: .nothing)
        if let fault = request.fault {
            return finish(responder.refusal(of: fault, in: request.head), to: request, context)
        }
        let answering: @Sendable (ByteBuffer) async -> HTTPReply
        switch request.reception {
        case .refused(let answer): return finish(answer, to: request, context)
        case .admitted(let answer): answering = answer
        }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        Task.immediate(executorPreference: executor) {
            let answer = await answering(request.body)
            guard case .stream(let stream) = answer.body, request.head.method != .head else {
                return bound.value.handler.finish(answer, to: request, bound.value.context)
            }
            let isLast = bound.value.handler.begin(answer, to: request, bound.value.context)
            let channel = bound.value.context.channel
            try? await stream { text in
                let piece = ByteBuffer(string: text)
                try await channel.writeAndFlush(IOData.byteBuffer(isLast ? piece : piece.asChunk))
            }
            bound.value.handler.finishStream(isLast: isLast, bound.value.context)
        }
    }

    private func finish(_ answer: HTTPReply, to request: ReceivedRequest, _ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        var head = answer.head
        let isLast = isLast(request)
        if isLast {
            head.headerFields[.connection] = "close"
        } else if !request.isModern {
            head.headerFields[.connection] = "keep-alive"
        }
        sendWhole(head, answer.body, to: request.head.method, context)
        answered(isLast: isLast, context)
    }

    /// Sends an answer, and counts it if the client has not taken it at once.
    private func sendWhole(
        _ head: HTTPResponse, _ body: HTTPReply.Body, to method: HTTPRequest.Method, _ context: ChannelHandlerContext
    ) {
        let bytes = ByteBuffer(head, body, to: method, from: serverName, at: HTTPDate.now)
        send(bytes, context)
        guard !context.channel.isWritable else { return }
        unreadBytes += bytes.readableBytes
        count(context)
    }

    private func send(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    }

    /// Sends the head of a stream.
    ///
    /// - Returns: whether its end is that of the connection, since that is all its client knows an end by.
    private func begin(_ answer: HTTPReply, to request: ReceivedRequest, _ context: ChannelHandlerContext) -> Bool {
        var head = answer.head
        let isLast = isLast(request) || !request.isModern
        if isLast { head.headerFields[.connection] = "close" } else { head.headerFields[.transferEncoding] = "chunked" }
        send(ByteBuffer(head, answer.body, to: request.head.method, from: serverName, at: HTTPDate.now), context)
        return isLast
    }

    private func finishStream(isLast: Bool, _ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        if !isLast { send(ByteBuffer(string: "0\r\n\r\n"), context) }
        answered(isLast: isLast, context)
    }

    private func isLast(_ request: ReceivedRequest) -> Bool {
        !request.keepsAlive || isToEnd && input.readableBytes == 0
    }

    private func answered(isLast: Bool, _ context: ChannelHandlerContext) {
        isAnswering = false
        if isLast { end(context) } else { goOn(context) }
    }

    private func refuse(_ fault: RequestFault, _ context: ChannelHandlerContext) {
        var answer = responder.refusal(of: fault, in: coming?.head)
        answer.head.headerFields[.connection] = "close"
        sendWhole(answer.head, answer.body, to: coming?.head.method ?? .get, context)
        end(context)
    }

    /// Gives no more answers. NB: who ends a connection on which something comes that nobody has read takes back what
    /// they have said (RFC 9112, section 9.6); so for a moment it is read, and forgotten.
    private func end(_ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        state = .ending
        (coming, input) = (nil, ByteBuffer())
        count(context)
        // NB: until the client has taken the last answer, that is what it is waited for.
        wait(for: .nothing)
        deadlines?.taking.set(in: limits.reading)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let isSent = context.eventLoop.makePromise(of: Void.self)
        isSent.futureResult.whenComplete { _ in bound.value.awaitFarewell() }
        context.close(mode: .output, promise: isSent)
        if isReadHeld {
            isReadHeld = false
            context.read()
        }
    }

    /// The last answer is with the client, who is to end its half.
    private func awaitFarewell() {
        guard case .ending = state else { return }
        deadlines?.taking.lift()
        wait(for: .farewell)
    }

    // MARK: What does not come

    /// The event that the connection waits for.
    private enum Awaited {
        /// An answer of ours.
        case nothing
        case request, restOfHead, restOfBody
        /// That the client ends its half.
        case farewell
    }

    private func waitOn(_ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        if isAnswering || !context.channel.isWritable {
            wait(for: .nothing)
        } else if coming != nil {
            wait(for: .restOfBody)
        } else {
            wait(for: input.readableBytes > 0 ? .restOfHead : .request)
        }
    }

    private func wait(for awaited: Awaited) {
        guard awaited != self.awaited else { return }
        self.awaited = awaited
        switch awaited {
        case .nothing: deadlines?.sending.lift()
        case .request: deadlines?.sending.set(in: limits.idle)
        case .restOfHead: deadlines?.sending.set(in: limits.head)
        case .restOfBody: deadlines?.sending.set(in: limits.body)
        case .farewell: deadlines?.sending.set(in: limits.farewell)
        }
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        switch awaited {
        case .restOfHead, .restOfBody: refuse(coming?.fault ?? .timeout, context)
        case .nothing, .request, .farewell: context.close(promise: nil)
        }
    }

    private func endDeadlines() {
        deadlines?.sending.end()
        deadlines?.taking.end()
    }
}
