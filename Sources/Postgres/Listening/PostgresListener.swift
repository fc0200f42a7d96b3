import CLibpq
import Foundation
import Logging

/// A notification to a listener, or the loss of some.
package enum PostgresNotification: Hashable, Sendable {
    /// Somebody notified the channel.
    case payload(String)
    /// The connection was lost and made again: notifications in between were missed.
    case reconnected
}

/// Listens to one channel on a connection and a thread of its own, for as long as somebody iterates.
final class PostgresListener: Sendable {
    private let configuration: PostgresConfiguration
    private let channel: String
    private let backoff: Backoff
    private let logger: Logger
    private let metrics: PostgresMetrics
    private let thread: ConnectionThread

    init(
        configuration: PostgresConfiguration, channel: String, backoff: Backoff, logger: Logger,
        metrics: PostgresMetrics
    ) throws(PostgresError) {
        self.configuration = configuration
        self.channel = channel
        self.backoff = backoff
        self.logger = logger
        self.metrics = metrics
        thread = try ConnectionThread()
    }

    /// Starts listening. Calls `ready` once, when it listens for the first time, and ends when `stop` is called.
    func start(_ continuation: AsyncStream<PostgresNotification>.Continuation, ready: @escaping @Sendable () -> Void) {
        thread.enqueue { [self] _ in
            run(continuation, ready: ready)
            continuation.finish()
        }
    }

    /// Ends the thread and the connection.
    func stop() {
        thread.close()
        thread.interruption.closeDown()
    }

    private func run(_ continuation: AsyncStream<PostgresNotification>.Continuation, ready: () -> Void) {
        var failures = 0
        var hasListened = false
        while !thread.isClosed {
            do throws(PostgresError) {
                let connection = try BlockingConnection.open(
                    configuration, interruption: thread.interruption, metrics: metrics)
                try connection.executeScript("LISTEN \(connection.quoted(channel))", mayCommit: false)
                failures = 0
                if hasListened { continuation.yield(.reconnected) } else { ready() }
                hasListened = true
                try connection.forwardNotifications { continuation.yield(.payload($0)) }
            } catch {
                guard error.code != .closed else { break }
                failures += 1
                metrics.count(error)
                logger.warning(
                    "a listener lost its connection",
                    metadata: ["error": "\(error)", "reason": "\(error.reason)", "channel": "\(channel)"])
                thread.pause(backoff.delay(afterFailures: failures))
            }
        }
        if !hasListened { ready() }
    }
}

extension BlockingConnection {
    /// Waits for notifications until the connection is lost or its interruption closes down; always ends with an error.
    fileprivate func forwardNotifications(to receive: (String) -> Void) throws(PostgresError) -> Never {
        while true {
            while let notification = PQnotifies(handle) {
                receive(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            switch wait(for: POLLIN, until: nil) {
            case .interruption where interruption.isClosing: throw PostgresError(.closed)
            case .interruption, .deadline: continue
            case .socket:
                guard PQconsumeInput(handle) == 0 else { continue }
                throw PostgresError(.connectionLost, connection: handle, outcomeIsUnknown: false)
            }
        }
    }

    /// A name as an identifier in SQL.
    fileprivate func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }
}
