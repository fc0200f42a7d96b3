import Histogram
import NIOCore

/// How long things took, in a histogram of three significant digits from a microsecond to two minutes.
struct Latencies: Sendable {
    private static let longest: UInt64 = 120_000_000
    private var histogram = Histogram<UInt32>(highestTrackableValue: longest, numberOfSignificantValueDigits: .three)

    /// How many there are.
    var count: Int { Int(histogram.totalCount) }

    /// Adds one.
    mutating func record(_ duration: TimeAmount) {
        let microseconds = UInt64(max(0, duration.nanoseconds)) / 1000
        _ = histogram.record(min(max(microseconds, 1), Self.longest))
    }

    /// Adds all of others.
    mutating func add(_ others: Latencies) { histogram.add(others.histogram) }

    /// Forgets all.
    mutating func reset() { histogram.reset() }

    /// The duration that a percentage of them did not exceed, in milliseconds.
    func milliseconds(at percentile: Double) -> Double {
        count == 0 ? 0 : Double(histogram.valueAtPercentile(percentile)) / 1000
    }

    /// The longest one, in milliseconds.
    var maximum: Double { count == 0 ? 0 : Double(histogram.max) / 1000 }

    /// The mean, in milliseconds.
    var mean: Double { count == 0 ? 0 : histogram.mean / 1000 }

    /// Durations by percentile, closer to each other the nearer they come to all of them.
    var curve: [RunReport.Point] {
        guard count > 0 else { return [] }
        let resolution = max(1, (Double(count)).logarithm)
        return stride(from: 0.0, through: min(resolution, 5), by: 0.1).map { nines in
            let percentile = 100 * (1 - Double.power(10, -nines))
            return RunReport.Point(percentile: percentile, milliseconds: milliseconds(at: percentile))
        }
    }
}
