/// Does some work, and waits for it no longer than a limit; then, or if the caller is cancelled, the work is cancelled.
///
/// NB: no task group, as that would wait for work that ignores its cancellation, such as a completion handler that
/// Messages never calls.
///
/// - Returns: nil if the work has not ended in time.
@MainActor
func within<Result: Sendable>(
    _ limit: Duration, _ work: @escaping @MainActor () async throws -> Result
) async throws -> Result? {
    let (results, result) = AsyncThrowingStream<Result, any Error>.makeStream()
    let working = Task {
        do {
            result.yield(try await work())
            result.finish()
        } catch {
            result.finish(throwing: error)
        }
    }
    let waiting = Task {
        try await Task.sleep(for: limit)
        result.finish()
    }
    defer {
        working.cancel()
        waiting.cancel()
    }
    for try await result in results { return result }
    return nil
}
