import Synchronization
public import Testing

/// Runs tasks only while a test says so, one after another and in the order in which they can go on.
///
/// After ``run()`` each of them has ended or waits for something that the test decides, or that is outside, such as a
/// database. So a test knows that everybody waits, on however slow a machine, without waiting for a time itself.
public final class SteppedExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    /// An executor without jobs.
    public init() {}

    /// Keeps a job until the test takes the next step.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Begins a task, which goes as far as it can.
    public func begin<Output: Sendable>(_ body: @escaping @Sendable () async throws -> Output) -> SteppedTask<Output> {
        let task = SteppedTask(on: self, body)
        run()
        return task
    }

    /// Runs tasks until none can go on.
    public func run() {
        while case let ready = takeJobs(), !ready.isEmpty {
            for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// Runs tasks until a condition holds, also if they wait for something outside.
    public func run(
        until awaited: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
    ) async throws {
        try await eventually(awaited, sourceLocation: sourceLocation) {
            run()
            return condition()
        }
    }

    private func takeJobs() -> [UnownedJob] {
        jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }
}

/// A task of a ``SteppedExecutor``. That it waits still is no reason for a test to wait, but an outcome.
public final class SteppedTask<Output: Sendable>: Sendable {
    private final class Outcome: Sendable {
        let result = Mutex<Result<Output, any Error>?>(nil)
    }

    private let outcome: Outcome
    private let task: Task<Void, Never>

    fileprivate init(on executor: SteppedExecutor, _ body: @escaping @Sendable () async throws -> Output) {
        let outcome = Outcome()
        self.outcome = outcome
        task = Task(executorPreference: executor) {
            let result = await Result.of(body)
            outcome.result.withLock { $0 = result }
        }
    }

    /// Whether it has returned or failed.
    public var hasEnded: Bool { outcome.result.withLock { $0 != nil } }

    /// Ends the sleep that waits.
    public func cancel() { task.cancel() }

    /// What it has returned, or thrown; an issue, if it waits still.
    public func value(sourceLocation: SourceLocation = #_sourceLocation) throws -> Output {
        let result = outcome.result.withLock(\.self)
        return try #require(result, "The task waits still.", sourceLocation: sourceLocation).get()
    }
}
