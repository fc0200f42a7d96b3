import DequeModule
import Dispatch
import Foundation

/// A plain thread that owns one blocking connection and does jobs on it, one after another.
///
/// The connection is a local variable of the thread, so nothing else can touch it. A job is given nil if there is no
/// connection, because it never came about or was closed; every job is called exactly once.
final class ConnectionThread: Sendable {
    typealias Job = @Sendable (BlockingConnection?) -> Void

    private struct Queue {
        var jobs: Deque<Job> = []
        var isClosed = false
    }

    private let queue = Locked(Queue())
    private let available = DispatchSemaphore(value: 0)
    let interruption: Interruption

    init() throws(PostgresError) {
        interruption = try Interruption()
    }

    /// Opens the connection, says how that went, and then serves jobs until closed.
    func start(
        _ configuration: PostgresConfiguration, metrics: PostgresMetrics, after delay: Duration,
        opened: @escaping @Sendable (Result<BlockingConnection, PostgresError>) -> Void
    ) {
        Thread.detachNewThread { [self] in
            do throws(PostgresError) {
                if delay > .zero { pause(delay) }
                let connection = try BlockingConnection.open(
                    configuration, interruption: interruption, metrics: metrics)
                opened(.success(connection))
                serve(connection)
            } catch {
                close()
                serve(nil)
                opened(.failure(error))
            }
        }
    }

    /// Sleeps, but not past ``close()``.
    private func pause(_ delay: Duration) {
        let deadline = DispatchTime.now() + delay.dispatchInterval
        while !queue.withLock(\.isClosed), available.wait(timeout: deadline) == .success {}
    }

    private func serve(_ connection: BlockingConnection?) {
        while true {
            let (job, isClosed) = queue.withLock { ($0.jobs.popFirst(), $0.isClosed) }
            if let job {
                job(connection)
            } else if isClosed {
                return
            } else {
                available.wait()
            }
        }
    }

    func enqueue(_ job: @escaping Job) {
        let isAccepted = queue.withLock {
            if !$0.isClosed { $0.jobs.append(job) }
            return !$0.isClosed
        }
        if isAccepted { available.signal() } else { job(nil) }
    }

    /// Lets the thread do what it has and then end, with the connection.
    func close() {
        queue.withLock { $0.isClosed = true }
        available.signal()
    }
}
