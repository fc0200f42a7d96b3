import HTTPTypes
package import NIOCore

/// Answers the quick requests of one connection on its event loop, from the bytes that come to the bytes that go.
///
/// Any other request goes on to the usual handlers as it came, alone, until they have answered it. What is written in an
/// unusual way goes on, too, and with it all that comes behind it on this connection, for only they know where it ends.
/// Requests are answered in the order in which they come; while one is being answered, those behind it wait, and nothing more
/// is read.
package final class QuickRequestHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = IOData
    package typealias OutboundOut = IOData

    /// Tells, on the way of an answer that the usual handlers give, that it has ended.
    struct AnswerEnded {}

    private enum State {
        /// A request is coming, or none.
        case waiting
        /// A quick request is being answered.
        case answering
        /// The usual handlers answer one request.
        case passing
        /// The usual handlers have the connection.
        case given
        /// There is nobody any more.
        case closed
    }

    private let requests: QuickRequests
    private let patience: TimeAmount
    private var state = State.waiting
    /// What has come and is not answered, nor passed on.
    private var received = ByteBuffer()
    private var isTaking = false
    private var isReadHeld = false
    /// What the connection was told meanwhile: that it shall end when it has nothing to do, or that nothing more will come.
    private var heldEvents: [Any] = []
    private var timer: Scheduled<Void>?
    private var executor: EventLoopTaskExecutor?

    /// - Parameter patience: how long it is waited for the rest of a request before the usual handlers get it, which know what
    ///   to do about who never sends the rest.
    init(_ requests: QuickRequests, patience: TimeAmount = .seconds(5)) {
        self.requests = requests
        self.patience = patience
    }

    package func handlerAdded(context: ChannelHandlerContext) { executor = EventLoopTaskExecutor(context.eventLoop) }

    package func handlerRemoved(context: ChannelHandlerContext) { stopTimer() }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .given = state { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        if received.readableBytes == 0 {
            received = bytes
        } else {
            // NB: what was answered must not be kept for as long as something follows it.
            if received.readerIndex > 0 { received = ByteBuffer(bytes: received.readableBytesView) }
            received.writeBuffer(&bytes)
        }
        goOn(context)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if case .given = state { context.fireChannelReadComplete() }
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.fireChannelWritabilityChanged()
        goOn(context)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stopTimer()
        (state, received, heldEvents) = (.closed, ByteBuffer(), [])
        context.fireChannelInactive()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isIdle { context.fireUserInboundEventTriggered(event) } else { heldEvents.append(event) }
    }

    package func read(context: ChannelHandlerContext) {
        if holdsReads(context) { isReadHeld = true } else { context.read() }
    }

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is AnswerEnded else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed()
        guard case .passing = state else { return }
        state = .waiting
        goOn(context)
    }

    /// Whether nothing is under way that the usual handlers don't know of.
    private var isIdle: Bool {
        if case .answering = state { false } else { received.readableBytes == 0 }
    }

    /// Whether there is enough to do without reading more, or nobody takes the answers.
    private func holdsReads(_ context: ChannelHandlerContext) -> Bool {
        switch state {
        case .waiting: received.readableBytes > 0 && !context.channel.isWritable
        case .answering, .passing: received.readableBytes > 0
        case .given, .closed: false
        }
    }

    private func goOn(_ context: ChannelHandlerContext) {
        take(context)
        while isIdle, !heldEvents.isEmpty { context.fireUserInboundEventTriggered(heldEvents.removeFirst()) }
        if isReadHeld, !holdsReads(context) {
            isReadHeld = false
            context.read()
        }
    }

    /// Answers what has come as a whole. NB: a request may be answered before it returns to who began it here.
    private func take(_ context: ChannelHandlerContext) {
        guard !isTaking else { return }
        isTaking = true
        defer { isTaking = false }
        while case .waiting = state, received.readableBytes > 0, context.channel.isWritable {
            switch received.withUnsafeReadableBytes({ PlainRequest($0) }) {
            case .whole(let head, let body):
                stopTimer()
                if QuickRequests.include(head) {
                    state = .answering
                    answer(head, takeBytes(body.upperBound, from: body.lowerBound), context)
                } else {
                    state = .passing
                    pass(takeBytes(body.upperBound), context)
                }
            case .partial:
                return startTimer(context)
            case .unusual:
                give(context)
            }
        }
    }

    /// Takes so many of the bytes that have come, and gives back those from some place on.
    private func takeBytes(_ length: Int, from start: Int = 0) -> ByteBuffer {
        received.moveReaderIndex(forwardBy: start)
        let bytes = received.readSlice(length: length - start) ?? ByteBuffer()
        // NB: whoever has read them wants the memory back.
        if received.readableBytes == 0 { received = ByteBuffer() }
        return bytes
    }

    private func answer(_ head: HTTPRequest, _ body: ByteBuffer, _ context: ChannelHandlerContext) {
        guard requests.admission.enter() else { return finish(requests.refusal(of: head), context) }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        Task.immediate(executorPreference: executor) { [requests, channel = context.channel] in
            let answer = await requests.answer(head, body, on: channel)
            requests.admission.leave()
            let (handler, context) = bound.value
            handler.finish(answer, context)
        }
    }

    private func finish(_ answer: ByteBuffer, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        state = .waiting
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(answer)), promise: nil)
        goOn(context)
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
        context.fireChannelReadComplete()
    }

    /// Leaves the connection to the usual handlers.
    private func give(_ context: ChannelHandlerContext) {
        stopTimer()
        state = .given
        pass(takeBytes(received.readableBytes), context)
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: patience) {
            let (handler, context) = bound.value
            handler.give(context)
            handler.goOn(context)
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }
}
