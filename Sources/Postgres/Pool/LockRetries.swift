/// The attempts to have a lock that somebody else has.
struct LockRetries {
    private let end: ContinuousClock.Instant
    private let backoff: Backoff
    private var failures = 0

    init(_ options: PostgresPool.Options) {
        end = .now + options.lockPatience
        backoff = options.lockBackoff
    }

    /// Waits for the next attempt; false if there is none: the error has another reason, the time is over, or the task
    /// was cancelled.
    mutating func pause(after error: PostgresError) async -> Bool {
        guard error.sqlState == .lockNotAvailable, .now < end else { return false }
        failures += 1
        do {
            try await Task.sleep(for: backoff.delay(afterFailures: failures))
            return true
        } catch {
            return false
        }
    }
}
