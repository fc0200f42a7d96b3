import Foundation
import Histogram
import NIOCore

/// The times that things took, in a histogram of three significant digits from a microsecond to two minutes.
struct Latencies: Sendable {
    private static let longest: UInt64 = 120_000_000
    private var histogram = Histogram<UInt32>(highestTrackableValue: longest, numberOfSignificantValueDigits: .three)

    var count: Int { Int(histogram.totalCount) }

    mutating func record(_ duration: TimeAmount) {
        let microseconds = UInt64(max(0, duration.nanoseconds)) / 1000
        _ = histogram.record(min(max(microseconds, 1), Self.longest))
    }

    mutating func add(_ others: Latencies) { histogram.add(others.histogram) }

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
        let furthest = min(log10(Double(count)), 5)
        let even = stride(from: 0.0, through: furthest, by: 0.1).map { 100 * (1 - pow(10, -$0)) }
        let usual = [25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99].filter { $0 <= even.last ?? 0 }
        return Set(even + usual).sorted().map {
            RunReport.Point(percentile: $0, milliseconds: milliseconds(at: $0))
        }
    }
}
