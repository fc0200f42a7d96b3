import CLibpq
import Foundation
import Logging

/// A notification to a listener, or the loss of some.
package enum PostgresNotification: Hashable, Sendable {
    case payload(String)
    /// The connection was lost and made again: notifications in between were missed.
    case reconnected
}

extension PostgresPool {
    /// Listens to a channel on a connection and a thread of its own, outside the pool's limit, and reconnects when that
    /// is lost.
    ///
    /// When this returns, it listens: what is notified from then on is heard. The connection ends with the iteration.
    ///
    /// - Parameter other: how to reach the server there, if not as the pool does.
    package func listen(
        to channel: String, by other: PostgresConfiguration? = nil
    ) async throws(PostgresError) -> AsyncStream<PostgresNotification> {
        let thread = try ConnectionThread()
        let (stream, continuation) = AsyncStream.makeStream(of: PostgresNotification.self)
        continuation.onTermination = { _ in thread.interrupt() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { ready in
                thread.enqueue { _ in
                    self.listen(to: channel, by: other ?? self.configuration, on: thread, continuation) {
                        ready.resume()
                    }
                    continuation.finish()
                }
            }
        } onCancel: {
            thread.interrupt()
        }
        return stream
    }

    /// Calls `ready` once, when it listens for the first time, and ends when the thread is closed.
    private func listen(
        to channel: String, by configuration: PostgresConfiguration, on thread: ConnectionThread,
        _ continuation: AsyncStream<PostgresNotification>.Continuation, ready: () -> Void
    ) {
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
                thread.pause(options.backoff.delay(afterFailures: failures))
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
            switch wait(for: POLLIN, until: .now + .seconds(1)) {
            case .interruption where interruption.isClosing: throw PostgresError(.closed)
            case .deadline where configuration.health.isSuspect(madeAt):
                throw PostgresError(.connectionLost, "others to this server are silent", isSafeToRetry: true)
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
