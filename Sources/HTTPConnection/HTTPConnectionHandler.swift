import HTTPTypes
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection on its event loop: each as a whole, in the order in which they come. While
/// one is being answered, little more than the next is read.
final class HTTPConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = IOData

    /// The phase of the connection.
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
    /// The request that is coming.
    private var coming: ReceivedRequest?
    /// Whether any part of one has come since the last bytes did.
    private var hasComeOn = false
    /// The bytes that its place counts for its body.
    private var countedBytes = 0
    /// Those that have come, and are not being answered yet.
    private var waiting: CircularBuffer<ReceivedRequest> = CircularBuffer(initialCapacity: 2)
    /// Why nothing that comes can be understood any more.
    private var fault: RequestFault?
    private var isAnswering = false
    private var isTaking = false
    private var isReadHeld = false
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
            place = gate.enter(from: context.remoteAddress)
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
        guard case .open = state, fault == nil else { return }
        hasComeOn = true
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let bytes): append(bytes, context)
        case .end:
            guard let request = coming else { return }
            coming = nil
            waiting.append(request)
            goOn(context)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do {
            var request = try ReceivedRequest(reading: head, isLast: isToEnd) { request in
                responder.receive(request, on: ClientConnection(context.channel, presence))
            }
            let length = head.headers.first(name: "Content-Length").flatMap { Int($0) }
            if request.isAnsweredEarly(declaring: length, limit: limits.bodyLength) {
                waiting.append(request)
                return goOn(context)
            }
            coming = request
            if request.expectsContinue, !isAnswering, waiting.isEmpty {
                context.writeAndFlush(
                    wrapOutboundOut(.byteBuffer(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"))), promise: nil)
            }
        } catch {
            fault = .malformed(error)
        }
    }

    /// Keeps what a request brings, as far as it may.
    private func append(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        guard coming?.append(bytes, limit: limits.bodyLength) == false, let request = coming else { return }
        coming = nil
        waiting.append(request)
        goOn(context)
    }

    /// Counts what is kept of a body whose rest is still to come. NB: most bodies come with their heads, and are never
    /// counted; they are answered next, and those that are answered have a bound of their own.
    private func count(_ context: ChannelHandlerContext) {
        let bytes = coming?.keptBytes ?? 0
        guard bytes != countedBytes, let place else { return }
        if place.keep(bytes: bytes) {
            countedBytes = bytes
        } else if var request = coming {
            coming = nil
            request.endEarly(by: .overloaded)
            waiting.append(request)
            count(context)
            goOn(context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // NB: bytes have come; if they belong to no request yet, they are of a head.
        if !hasComeOn, !isAnswering, awaited == .request { wait(for: .restOfHead) } else { waitOn() }
        hasComeOn = false
        count(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // NB: a decoder that has lost its way says so of all that comes behind.
        if error is ByteToMessageDecoderError { return }
        guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
        guard case .open = state, fault == nil else { return }
        fault = error == .headerOverflow ? .headTooLarge : .malformed(error)
        goOn(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            presence.end()
            if case .ending = state { return context.close(promise: nil) }
            isToEnd = true
        case is ChannelShouldQuiesceEvent: isToEnd = true
        default: return context.fireUserInboundEventTriggered(event)
        }
        goOn(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        state = .closed
        presence.end()
        endDeadlines()
        (coming, fault, place) = (nil, nil, nil)
        waiting.removeAll()
        context.fireChannelInactive()
    }

    // MARK: What goes

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            if case .open = state { deadlines?.taking.lift() }
        } else {
            deadlines?.taking.set(in: limits.reading)
        }
        goOn(context)
    }

    func read(context: ChannelHandlerContext) {
        if holdsReads(context) { isReadHeld = true } else { context.read() }
    }

    /// Whether there is enough to do without reading more, or nobody takes the answers.
    private func holdsReads(_ context: ChannelHandlerContext) -> Bool {
        guard case .open = state else { return false }
        return !waiting.isEmpty || isAnswering && coming != nil || coming == nil && !context.channel.isWritable
    }

    /// Answers what has come. NB: a request may be answered before it returns to who began it here.
    private func goOn(_ context: ChannelHandlerContext) {
        guard !isTaking else { return }
        isTaking = true
        while case .open = state, !isAnswering, context.channel.isWritable, take(context) {}
        isTaking = false
        waitOn()
        if isReadHeld, !holdsReads(context) {
            isReadHeld = false
            context.read()
        }
    }

    /// Takes what is to be answered next.
    ///
    /// - Returns: whether there was anything.
    private func take(_ context: ChannelHandlerContext) -> Bool {
        if let request = waiting.popFirst() {
            isAnswering = true
            wait(for: .nothing)
            answer(request, context)
            return true
        }
        if let fault {
            refuse(fault, context)
        } else if isToEnd, coming == nil {
            end(context)
        }
        return false
    }

    private func answer(_ request: ReceivedRequest, _ context: ChannelHandlerContext) {
        if let fault = request.fault {
            return finish(responder.refusal(of: fault, in: request.head), to: request, context)
        }
        let answering: @Sendable (ByteBuffer) async -> HTTPAnswer
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
            let isLast = bound.value.handler.begin(answer.head, of: request, bound.value.context)
            let channel = bound.value.context.channel
            try? await stream(
                HTTPBodyWriter { piece in
                    try await channel.writeAndFlush(IOData.byteBuffer(isLast ? piece : piece.asChunk))
                })
            bound.value.handler.finishStream(isLast: isLast, bound.value.context)
        }
    }

    private func finish(_ answer: HTTPAnswer, to request: ReceivedRequest, _ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        var head = answer.head
        let isLast = isLast(request)
        if isLast {
            head.headerFields[.connection] = "close"
        } else if !request.isModern {
            head.headerFields[.connection] = "keep-alive"
        }
        let bytes = ByteBuffer(
            head, answer.body, to: request.head.method, from: serverName, at: HTTPDate.now)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
        answered(isLast: isLast, context)
    }

    /// Sends the head of a stream.
    ///
    /// - Returns: whether its end is that of the connection, since that is all its client knows an end by.
    private func begin(_ head: HTTPResponse, of request: ReceivedRequest, _ context: ChannelHandlerContext) -> Bool {
        var head = head
        let isLast = isLast(request) || !request.isModern
        if isLast { head.headerFields[.connection] = "close" } else { head.headerFields[.transferEncoding] = "chunked" }
        let bytes = ByteBuffer(streaming: head, from: serverName, at: HTTPDate.now)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
        return isLast
    }

    private func finishStream(isLast: Bool, _ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        if !isLast {
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(string: "0\r\n\r\n"))), promise: nil)
        }
        answered(isLast: isLast, context)
    }

    private func isLast(_ request: ReceivedRequest) -> Bool {
        !request.keepsAlive || isToEnd && waiting.isEmpty && coming == nil
    }

    private func answered(isLast: Bool, _ context: ChannelHandlerContext) {
        isAnswering = false
        if isLast { end(context) } else { goOn(context) }
    }

    private func refuse(_ fault: RequestFault, _ context: ChannelHandlerContext) {
        var answer = responder.refusal(of: fault, in: coming?.head)
        answer.head.headerFields[.connection] = "close"
        let bytes = ByteBuffer(answer.head, answer.body, to: .get, from: serverName, at: HTTPDate.now)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
        end(context)
    }

    /// Gives no more answers. NB: who ends a connection on which something comes that nobody has read takes back what
    /// they have said (RFC 9112, section 9.6); so for a moment it is read, and forgotten.
    private func end(_ context: ChannelHandlerContext) {
        guard case .open = state else { return }
        state = .ending
        (coming, fault) = (nil, nil)
        waiting.removeAll()
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

    private func waitOn() {
        guard case .open = state else { return }
        if isAnswering || !waiting.isEmpty {
            wait(for: .nothing)
        } else if coming != nil {
            wait(for: .restOfBody)
        } else if awaited != .restOfHead {
            wait(for: .request)
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
