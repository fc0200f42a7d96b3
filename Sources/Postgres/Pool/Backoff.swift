/// The pauses before the next attempt: doubling from `base` to `maximum`, with jitter so that many do not come
/// at once.
package struct Backoff: Sendable {
    /// The longest wait before the second attempt.
    package var base: Duration
    /// The longest wait of all.
    package var maximum: Duration

    package init(base: Duration, maximum: Duration) {
        self.base = base
        self.maximum = maximum
    }

    /// The wait after so many failures in a row; none after none.
    func delay(afterFailures failures: Int) -> Duration {
        guard failures > 0 else { return .zero }
        let longest = min(base * (1 << min(failures - 1, 20)), maximum)
        return longest * Double.random(in: 0.5...1)
    }
}

extension Int {
    /// Whether a failure with this number in a row is worth a line of the log: the first, and ever fewer of the others.
    var isPowerOfTwo: Bool { self > 0 && self & (self - 1) == 0 }
}
