import NIOCore
import Foundation
import Histogram

/// Notes what happens on one worker.
struct Recorder {
    /// The measurements between two looks.
    struct Interval: Sendable {
        var latencies = Latencies()
        var refusals = 0
        var errors = 0

        mutating func add(_ other: Interval) {
            latencies.add(other.latencies)
            refusals += other.refusals
            errors += other.errors
        }
    }

    private var interval = Interval()
    private var measurement = Measurement()
    private var counting = NIODeadline.distantFuture..<NIODeadline.distantFuture

    mutating func begin(from start: NIODeadline, until end: NIODeadline) {
        counting = start..<end
        measurement = Measurement()
    }

    mutating func record(_ operation: MeasuredOperation, since start: NIODeadline, at now: NIODeadline) {
        if operation.isStep { interval.latencies.record(now - start) }
        // NB: how long something takes counts if it should have begun in time, however late it ends; else the slowest
        // would be missing from the end of every run.
        if counting.contains(start) { measurement.latencies[operation, default: Latencies()].record(now - start) }
        if counting.contains(now) { measurement.answers[operation, default: 0] += 1 }
    }

    /// Something was refused, as it must be when somebody else was faster.
    mutating func recordRefusal(_ operation: MeasuredOperation, since start: NIODeadline, at now: NIODeadline) {
        interval.refusals += 1
        record(operation, since: start, at: now)
        if counting.contains(now) { measurement.refusals += 1 }
    }

    mutating func record(error reason: String, at now: NIODeadline) {
        interval.errors += 1
        // NB: errors count whenever they happen: a lost turn is lost in the warm-up, too.
        measurement.errors[reason, default: 0] += 1
    }

    /// Nobody was free for a step that should have begun.
    mutating func recordUnbegun(since start: NIODeadline, at end: NIODeadline) {
        measurement.unbegun += 1
        if counting.contains(start) { measurement.overdue.record(end - start) }
    }

    mutating func takeInterval() -> Interval {
        defer { interval = Interval() }
        return interval
    }

    /// The measurements that counted since ``begin(from:until:)``.
    ///
    /// - Parameter end: when the load ended, if that was before its time.
    mutating func takeMeasurement(at end: NIODeadline) -> Measurement {
        defer { measurement = Measurement() }
        measurement.seconds = max(0, Double((min(end, counting.upperBound) - counting.lowerBound).nanoseconds) / 1e9)
        return measurement
    }
}

/// The measurements in the time that counts.
struct Measurement: Sendable {
    var seconds = 0.0
    /// The times of operations that should have begun then and were answered as they should be.
    var latencies: [MeasuredOperation: Latencies] = [:]
    /// The number of those that were answered then as they should be.
    var answers: [MeasuredOperation: Int] = [:]
    var refusals = 0
    var errors: [String: Int] = [:]
    var unbegun = 0
    /// The times that those had waited by the end, at least.
    var overdue = Latencies()

    mutating func add(_ other: Measurement) {
        for (operation, latencies) in other.latencies { self.latencies[operation, default: Latencies()].add(latencies) }
        answers.merge(other.answers, uniquingKeysWith: +)
        errors.merge(other.errors, uniquingKeysWith: +)
        seconds = max(seconds, other.seconds)
        refusals += other.refusals
        unbegun += other.unbegun
        overdue.add(other.overdue)
    }

    var steps: Latencies {
        var steps = overdue
        for (operation, latencies) in latencies where operation.isStep { steps.add(latencies) }
        return steps
    }

    /// The number of steps that were answered in a second.
    var rate: Double { Double(answers.reduce(0) { $0 + ($1.key.isStep ? $1.value : 0) }) / duration }

    /// The number of an operation's requests that were answered in a second.
    func rate(of operation: MeasuredOperation) -> Double { Double(answers[operation] ?? 0) / duration }

    /// NB: there is always some time, so that a rate is a number that JSON knows.
    private var duration: Double { max(seconds, 0.001) }
}

/// An operation that is measured by itself: a kind of request, or of waiting.
enum MeasuredOperation: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
    /// A new player; part of the preparation.
    case player
    /// A new session; it takes the place of one that is over.
    case begin
    /// A move, committed at once.
    case turn
    case draft
    case sent
    case open
    case read
    /// A move that others make at the same time.
    case contest
    /// From sending a move until another client is notified of it.
    case propagation
    /// A read that is held; only its failures are counted.
    case poll
    /// An event stream; only its failures are counted.
    case stream

    /// Whether it counts as an answer of the scenario: what prepares it does not, nor what the service does by itself.
    var isStep: Bool {
        switch self {
        case .player, .begin, .propagation, .poll, .stream: false
        case .turn, .draft, .sent, .open, .read, .contest: true
        }
    }
}

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
