import Dispatch
import Foundation
import Synchronization

/// The threads on which sessions are rebuilt from their events. What takes them long keeps no thread from those who
/// play, and they come after all others where the system has more to do than processors.
final class ReplayThreads: TaskExecutor {
    /// Those of the process: two, however many services it has.
    static let shared = ReplayThreads(count: 2)

    private let jobs = Mutex<[UnownedJob]>([])
    private let signal = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for number in 1...count {
            let thread = Thread { [self] in
                // NB: by the thread itself, for it begins with the name of the one that made it.
                Thread.current.name = "replay-\(number)"
                yieldToOthers()
                while true { work() }
            }
            // NB: rules of a game may nest deeply, as on other threads.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        signal.signal()
    }

    /// Does work there from the first time on that it waits for something, as for the database.
    static func run<Output, Failure: Error>(
        _ body: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        try await withTaskExecutorPreference(shared, operation: body)
    }

    private func work() {
        signal.wait()
        let job = jobs.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Lets the other threads go before this one. NB: a thread's own only on Linux; elsewhere it would be the whole process.
package func yieldToOthers() {
    #if os(Linux)
        setpriority(.init(PRIO_PROCESS.rawValue), 0, 10)
    #else
        Thread.current.qualityOfService = .utility
    #endif
}
