import HTTPTypes
package import NIOCore

/// Answers the quick requests of one connection on its event loop, from the bytes that come to the bytes that go.
///
/// What is no quick request, or is written in an unusual way, goes on to the usual handlers as it came, and so does all that
/// comes behind it on this connection: only they know when they are done with it. Requests are answered in the order in
/// which they come: while one is being answered, those behind it wait, and nothing more is read.
package final class QuickRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = IOData
    package typealias OutboundOut = IOData

    private enum State {
        /// A request is coming, or none.
        case waiting
        /// A quick request is being answered.
        case answering
        /// Everything goes on to the usual handlers.
        case passing
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
    init(_ requests: QuickRequests, patience: TimeAmount = .seconds(1)) {
        self.requests = requests
        self.patience = patience
    }

    package func handlerAdded(context: ChannelHandlerContext) { executor = EventLoopTaskExecutor(context.eventLoop) }

    package func handlerRemoved(context: ChannelHandlerContext) { stopTimer() }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .passing = state { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
        take(context)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if case .passing = state { return context.fireChannelReadComplete() }
        if case .waiting = state, received.readableBytes > 0, timer == nil { startTimer(context) }
    }

    package func read(context: ChannelHandlerContext) {
        if holdsReads { isReadHeld = true } else { context.read() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isIdle { context.fireUserInboundEventTriggered(event) } else { heldEvents.append(event) }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stopTimer()
        context.fireChannelInactive()
    }

    /// Whether nothing is under way that the usual handlers don't know of.
    private var isIdle: Bool {
        switch state {
        case .waiting: received.readableBytes == 0
        case .answering: false
        case .passing: true
        }
    }

    /// Answers what has come as a whole. NB: a request may be answered before it returns to who began it here.
    private func take(_ context: ChannelHandlerContext) {
        guard !isTaking else { return }
        isTaking = true
        defer { isTaking = false }
        while case .waiting = state, received.readableBytes > 0 {
            switch received.withUnsafeReadableBytes({ PlainRequest($0) }) {
            case .whole(let head, let body) where QuickRequests.include(head):
                stopTimer()
                state = .answering
                answer(head, takeBody(body), context)
            case .partial:
                return
            case .whole, .unusual:
                pass(context)
            }
        }
    }

    private func takeBody(_ range: Range<Int>) -> ByteBuffer {
        received.moveReaderIndex(forwardBy: range.lowerBound)
        let body = received.readSlice(length: range.count) ?? ByteBuffer()
        // NB: whoever has read them wants the memory back.
        if received.readableBytes == 0 { received = ByteBuffer() }
        return body
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
        guard context.channel.isActive else { return }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(answer)), promise: nil)
        state = .waiting
        take(context)
        tellHeldEvents(context)
        if isReadHeld, !holdsReads {
            isReadHeld = false
            context.read()
        }
    }

    /// Whether there is enough to do without reading more.
    private var holdsReads: Bool { if case .answering = state { received.readableBytes > 0 } else { false } }

    private func pass(_ context: ChannelHandlerContext) {
        stopTimer()
        state = .passing
        let bytes = received
        received = ByteBuffer()
        context.fireChannelRead(wrapInboundOut(bytes))
        context.fireChannelReadComplete()
        tellHeldEvents(context)
    }

    private func tellHeldEvents(_ context: ChannelHandlerContext) {
        while isIdle, !heldEvents.isEmpty { context.fireUserInboundEventTriggered(heldEvents.removeFirst()) }
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: patience) {
            let (handler, context) = bound.value
            handler.pass(context)
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }
}
