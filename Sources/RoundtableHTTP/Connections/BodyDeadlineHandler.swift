import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Ends a connection on which a request has begun to come but does not come to its end: nobody holds it, nor an instance that
/// shall stop, with half a request. Whoever passes requests on one by one is told when one is answered.
package final class BodyDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var isComing = false
    /// Requests that have begun to come and are not answered to their end.
    private var unanswered = 0
    private var isAnswering = false
    private var timer: Scheduled<Void>?

    /// - Parameter limit: how long a request may take from its head to its end.
    package init(limit: TimeAmount = .seconds(30)) { self.limit = limit }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isComing = true
            unanswered += 1
        case .body: break
        case .end:
            isComing = false
            stopTimer()
        }
        context.fireChannelRead(data)
    }

    /// NB: most requests come whole, in one piece, and need no timer.
    package func channelReadComplete(context: ChannelHandlerContext) {
        if isComing, timer == nil {
            let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
            timer = context.eventLoop.scheduleTask(in: limit) {
                let (handler, context) = bound.value
                handler.giveUp(context)
            }
        }
        context.fireChannelReadComplete()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: isAnswering = true
        case .body: break
        case .end:
            isAnswering = false
            unanswered -= 1
            context.write(data, promise: promise)
            return context.triggerUserOutboundEvent(QuickRequestHandler.AnswerEnded(), promise: nil)
        }
        context.write(data, promise: promise)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stopTimer()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stopTimer() }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }

    /// Says why, unless an answer is under way that the client would take it for.
    private func giveUp(_ context: ChannelHandlerContext) {
        if unanswered == 1, !isAnswering {
            let head = HTTPResponse(
                status: .requestTimeout, headerFields: [.contentLength: "0", .connection: "close"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(promise: nil)
    }
}
