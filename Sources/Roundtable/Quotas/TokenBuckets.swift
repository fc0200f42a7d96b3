import Synchronization

/// Buckets that fill evenly, one for each asker: any number of askers in an amount of memory that never changes.
///
/// Each asker has two places in a table, by a hash that nobody outside can foretell, and shares either of them with
/// others. What an asker has taken is the lesser of what both say, so that who takes little is not refused because of
/// somebody who takes much, unless others have used up both places. Nobody's bucket is ever thrown out to make room,
/// and nobody makes the table grow. Each place is a moment, at which its bucket is full again (the generic cell rate
/// algorithm, ITU-T I.371).
package final class TokenBuckets: Sendable {
    /// The time that one token takes to come back, in nanoseconds.
    private let interval: Int64
    /// The time that a whole bucket takes to fill, in nanoseconds.
    private let depth: Int64
    private let mask: UInt64
    private let salt = UInt64.random(in: .min ... .max)
    /// Before all that is ever asked about; all buckets are full then.
    private let epoch = ContinuousClock.now - .seconds(86_400)
    private let fullAt: Mutex<[Int64]>

    /// Buckets of a number of tokens, into which as many come back in some time.
    ///
    /// - Parameter places: how many askers are told apart, a power of two. While more than that ask, what comes back
    ///   should be several times what an asker usually takes.
    package init(holding tokens: Int, filling count: Int, in period: Duration, places: Int = 1 << 14) {
        precondition(tokens > 0 && count > 0 && places.nonzeroBitCount == 1, "No such buckets")
        interval = Swift.max(1, period.nanoseconds / Int64(count))
        depth = interval * Int64(tokens)
        mask = UInt64(places - 1)
        fullAt = Mutex([Int64](repeating: 0, count: 2 * places))
    }

    convenience init(_ rate: Quotas.Rate, places: Int = 1 << 14) {
        self.init(holding: rate.atOnce, filling: rate.anHour, in: .seconds(3600), places: places)
    }

    /// Takes tokens from an asker's bucket: all of them, or none if there are not as many.
    ///
    /// - Returns: after how many seconds there are as many; nil if they were taken.
    package func take(_ asker: some Hashable, count: Int = 1, at moment: ContinuousClock.Instant = .now) -> Int? {
        let wait = take(asker, count: count, ifWithin: 0, at: moment)
        return wait > 0 ? wait : nil
    }

    /// Takes tokens from an asker's bucket, perhaps some that are not there yet.
    ///
    /// - Parameter longest: for how many seconds the asker waits at most; if it takes longer, nothing is taken.
    /// - Returns: after how many seconds there are as many.
    package func take(
        _ asker: some Hashable, count: Int, ifWithin longest: Int, at moment: ContinuousClock.Instant = .now
    ) -> Int {
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(asker)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        let (first, second) = (Int(hash & mask), Int(mask + 1 + (hash >> 32) & mask))
        let now = (moment - epoch).nanoseconds
        return fullAt.withLock { fullAt in
            let next = Swift.max(now, Swift.min(fullAt[first], fullAt[second])) + Int64(count) * interval
            let wait = next - now - depth
            let seconds = Int((Swift.max(0, wait) + 999_999_999) / 1_000_000_000)
            guard seconds <= longest else { return seconds }
            fullAt[first] = Swift.max(fullAt[first], next)
            fullAt[second] = Swift.max(fullAt[second], next)
            return seconds
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
