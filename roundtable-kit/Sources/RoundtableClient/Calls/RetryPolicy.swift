/// The patience with which a call is tried again when the service can't be reached or says that it can't answer
/// now.
///
/// Only requests that are safe to repeat are repeated.
public struct RetryPolicy: Sendable {
    /// The greatest number of times that a call is sent.
    public var attempts: Int
    /// The pause before the second attempt, doubled before each further one.
    public var firstPause: Duration
    /// The longest pause; a service that asks for a longer one is not asked again.
    public var longestPause: Duration
    /// Waits; throws if the task was cancelled meanwhile.
    public var pause: @Sendable (Duration) async throws -> Void
    /// Draws the part of a pause that is taken, so that clients that failed together don't return together.
    public var jitter: @Sendable () -> Double

    /// Makes a policy: by default three attempts within a few seconds.
    public init(
        attempts: Int = 3, firstPause: Duration = .milliseconds(400), longestPause: Duration = .seconds(10),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.pause = pause
        self.jitter = jitter
    }

    /// Sends each call once.
    public static let never = RetryPolicy(attempts: 1)
}

extension RetryPolicy {
    /// The pause after that many failed attempts, or nil to give up.
    func pause(afterAttempts failed: Int, retryAfter: Duration?) -> Duration? {
        guard failed < attempts else { return nil }
        if let retryAfter {
            return retryAfter <= longestPause ? retryAfter : nil
        }
        return pause(afterFailures: failed)
    }

    /// The pause after that many failures in a row of what is tried until it succeeds.
    public func pause(afterFailures failed: Int) -> Duration {
        min(firstPause * (1 << min(failed - 1, 20)), longestPause) * jitter()
    }
}
