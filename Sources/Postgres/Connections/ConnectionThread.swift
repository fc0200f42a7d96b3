import DequeModule
import Dispatch
import Foundation

/// A plain thread that owns one blocking connection and does jobs on it, one after another.
///
/// The connection is a local variable of the thread, so nothing else can touch it. A job may open it or exchange it; it
/// is given nil if no job before it has opened one, or the thread was closed. Every job is called exactly once.
final class ConnectionThread: Sendable {
    typealias Job = @Sendable (inout BlockingConnection?) -> Void

    private struct Queue {
        var jobs: Deque<Job> = []
        var isClosed = false
        var hasEnded = false
    }

    /// All that have not ended.
    private static let all = Locked<[ObjectIdentifier: ConnectionThread]>([:])

    private let queue = Locked(Queue())
    private let available = DispatchSemaphore(value: 0)
    let interruption: Interruption

    /// Starts a thread, which lives until it is closed.
    init() throws(PostgresError) {
        interruption = try Interruption()
        Self.all.withLock { $0[ObjectIdentifier(self)] = self }
        Thread.detachNewThread { [self] in
            serve()
            Self.all.withLock { $0[ObjectIdentifier(self)] = nil }
        }
    }

    func enqueue(_ job: @escaping Job) {
        let isAccepted = queue.withLock {
            if !$0.hasEnded { $0.jobs.append(job) }
            return !$0.hasEnded
        }
        if isAccepted {
            available.signal()
        } else {
            var none: BlockingConnection?
            job(&none)
        }
    }

    /// Lets the thread do what it has and then end, with the connection.
    func close() {
        enqueue { $0 = nil }
        queue.withLock { $0.isClosed = true }
        available.signal()
    }

    /// Ends the thread and the connection, also while it waits for the server.
    func interrupt() {
        close()
        interruption.closeDown()
    }

    /// Ends all threads, and waits for it. One that looks up a name or executes a statement can't be interrupted.
    ///
    /// - Returns: whether all have ended in time.
    static func endAll(within limit: Duration) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            let threads = all.withLock { $0.values.map(\.self) }
            guard !threads.isEmpty else { return true }
            guard .now < deadline else { return false }
            for thread in threads { thread.interrupt() }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    var isClosed: Bool { queue.withLock(\.isClosed) }

    // MARK: - On the thread

    /// Sleeps, but not past ``close()``.
    func pause(_ delay: Duration) {
        let deadline = DispatchTime.now() + delay.dispatchInterval
        while !isClosed, available.wait(timeout: deadline) == .success {}
    }

    private func serve() {
        var connection: BlockingConnection?
        while true {
            let (job, hasEnded) = queue.withLock { queue in
                let job = queue.jobs.popFirst()
                queue.hasEnded = job == nil && queue.isClosed
                return (job, queue.hasEnded)
            }
            if let job {
                job(&connection)
            } else if hasEnded {
                return
            } else {
                available.wait()
            }
        }
    }
}
