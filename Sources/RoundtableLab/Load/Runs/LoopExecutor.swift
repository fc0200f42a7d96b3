import NIOCore

/// Runs an actor and the tasks that use it on one event loop.
///
/// A continuation resumes where its task prefers to run, and only then goes back to its actor. With an executor that is
/// both, no request wakes another thread.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute {
            job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    func checkIsolated() { loop.preconditionInEventLoop() }
}
