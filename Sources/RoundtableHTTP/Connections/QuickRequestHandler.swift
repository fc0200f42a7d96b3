import DequeModule
import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Answers the quick requests of one connection on its event loop, and passes on all others.
///
/// Requests are answered in the order in which they come: while one is being passed on, those behind it are too; while one
/// is being answered here, those behind it wait, and nothing more is read.
package final class QuickRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private enum State {
        /// Between requests.
        case idle
        /// So many requests were passed on and not answered yet; the newest has come as a whole, or not.
        case passing(unanswered: Int, isWhole: Bool)
        /// A quick request is coming.
        case gathering(HTTPRequest, ByteBuffer)
        /// A quick request is being answered.
        case answering
    }

    private let requests: QuickRequests
    private var state = State.idle
    private var waiting: Deque<HTTPRequestPart> = []
    private var isTakingWaiting = false
    private var isReadHeld = false
    /// What the connection was told meanwhile: that it shall end when it has nothing to do.
    private var heldEvent: Any?
    private var executor: EventLoopTaskExecutor?

    init(_ requests: QuickRequests) { self.requests = requests }

    package func handlerAdded(context: ChannelHandlerContext) { executor = EventLoopTaskExecutor(context.eventLoop) }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(unwrapInboundIn(data), context) }

    package func read(context: ChannelHandlerContext) {
        if waiting.isEmpty { context.read() } else { isReadHeld = true }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), case .passing(let unanswered, let isWhole) = state {
            state = unanswered == 1 && isWhole ? .idle : .passing(unanswered: unanswered - 1, isWhole: isWhole)
        }
        context.write(data, promise: promise)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch state {
        case .gathering where event is ChannelShouldQuiesceEvent, .answering where event is ChannelShouldQuiesceEvent:
            heldEvent = event
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    private var isAnswering: Bool { if case .answering = state { true } else { false } }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch (state, part) {
        case (.answering, _):
            waiting.append(part)
        case (.idle, .head(let head)) where QuickRequests.include(head):
            state = .gathering(head, ByteBuffer())
        case (.gathering(let head, var body), .body(var piece)):
            state = .idle
            if body.readableBytes == 0 { body = piece } else { body.writeBuffer(&piece) }
            state = .gathering(head, body)
        case (.gathering(let head, let body), .end):
            state = .answering
            answer(head, body, context)
        case (.passing(let unanswered, _), .head):
            pass(part, .passing(unanswered: unanswered + 1, isWhole: false), context)
        case (.passing(let unanswered, _), .end):
            pass(part, unanswered == 0 ? .idle : .passing(unanswered: unanswered, isWhole: true), context)
        case (.idle, .head), (.gathering, .head):
            pass(part, .passing(unanswered: 1, isWhole: false), context)
        case (.passing, .body), (.idle, .body), (.idle, .end):
            pass(part, state, context)
        }
    }

    private func pass(_ part: HTTPRequestPart, _ state: State, _ context: ChannelHandlerContext) {
        self.state = state
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func answer(_ head: HTTPRequest, _ body: ByteBuffer, _ context: ChannelHandlerContext) {
        guard requests.admission.enter() else {
            let (head, body) = requests.refusal(of: head)
            return finish(head, body, context)
        }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        Task.immediate(executorPreference: executor) { [requests, channel = context.channel] in
            let (head, body) = await requests.answer(head, body, on: channel)
            requests.admission.leave()
            let (handler, context) = bound.value
            handler.finish(head, body, context)
        }
    }

    private func finish(_ head: HTTPResponse, _ body: ByteBuffer, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if body.readableBytes > 0 { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        state = .idle
        // NB: a request may be answered before it returns to who began it here, and goes on with the next.
        guard !isTakingWaiting else { return }
        isTakingWaiting = true
        while !isAnswering, let part = waiting.popFirst() { take(part, context) }
        isTakingWaiting = false
        if case .idle = state, let event = heldEvent {
            heldEvent = nil
            context.fireUserInboundEventTriggered(event)
        }
        if waiting.isEmpty, isReadHeld {
            isReadHeld = false
            context.read()
        }
    }
}
