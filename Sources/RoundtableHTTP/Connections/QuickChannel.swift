package import HummingbirdCore
package import Logging
package import NIOCore

/// A connection whose quick requests are answered before Hummingbird's handlers, and all others by them.
package struct QuickChannel: ServerChildChannel {
    private let usual: HTTP1Channel
    private let requests: QuickRequests

    /// - Parameters:
    ///   - usual: what answers what is not quick.
    ///   - requests: what answers the others.
    package init(_ usual: HTTP1Channel, quick requests: QuickRequests) {
        self.usual = usual
        self.requests = requests
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        usual.setup(channel: channel, logger: logger).flatMapThrowing { value in
            try channel.pipeline.syncOperations.addHandler(requests.handler(), position: .first)
            return value
        }
    }

    package func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await usual.handle(value: value, logger: logger)
    }
}
