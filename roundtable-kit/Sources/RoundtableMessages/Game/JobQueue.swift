/// Runs what the person and Messages ask for, one after the other, in the order in which they asked.
@MainActor
final class JobQueue {
    private var jobs: [(number: Int, task: Task<Void, Never>)] = []
    private var count = 0

    /// Adds a job behind those that are there, and returns the task that ends with it.
    @discardableResult
    func add(_ job: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let before = jobs.last?.task
        count += 1
        let number = count
        let task = Task {
            await before?.value
            if !Task.isCancelled { await job() }
            jobs.removeAll { $0.number == number }
        }
        jobs.append((number, task))
        return task
    }

    /// Adds a job, and waits for its result; nil if it was cancelled before its turn came.
    func run<Result: Sendable>(_ job: @escaping @MainActor () async -> Result) async -> Result? {
        let (results, result) = AsyncStream<Result>.makeStream()
        let task = add { result.yield(await job()) }
        return await withTaskCancellationHandler {
            await task.value
            result.finish()
            for await result in results { return result }
            return nil
        } onCancel: {
            task.cancel()
        }
    }

    func drain() async {
        while let last = jobs.last { await last.task.value }
    }

    /// Breaks off what is under way and drops the rest.
    func cancel() {
        for job in jobs { job.task.cancel() }
    }
}
