import CoreMetrics
import Synchronization

/// The measurements of one name with one set of labels.
protocol PrometheusSeries: AnyObject, Sendable {
    func write(_ name: String, _ labels: String, to text: inout PrometheusText)
}

/// A number that grows, or goes up and down.
final class PrometheusNumber: PrometheusSeries, CounterHandler, MeterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(0)

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) {
        var known = bits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: known) + amount).bitPattern
            let (isDone, newer) = bits.weakCompareExchange(expected: known, desired: sum, ordering: .relaxed)
            if isDone { return }
            known = newer
        }
    }

    func decrement(by amount: Double) { increment(by: -amount) }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func record(_ value: Int64) { set(value) }

    func record(_ value: Double) { set(value) }

    func reset() { set(0.0) }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) { text.add(name, labels, value) }
}

/// The number of measurements that were no larger than each of some bounds.
final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
    private let bounds: [Double]
    /// One for each bound, and one for what is larger than all of them.
    private let counts: [PrometheusNumber]
    private let sum = PrometheusNumber()

    /// - Parameter bounds: in ascending order.
    init(bounds: [Double]) {
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in PrometheusNumber() }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count].increment(by: 1.0)
        sum.increment(by: value)
    }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        var count = 0.0
        for (bound, series) in zip(bounds + [.infinity], counts) {
            count += series.value
            text.add(
                "\(name)_bucket", PrometheusText.labels(labels, adding: ("le", PrometheusText.number(bound))), count)
        }
        text.add("\(name)_sum", labels, sum.value)
        text.add("\(name)_count", labels, count)
    }
}

/// Numbers that are looked up when they are written down, each with labels of its own.
final class PrometheusSamples: PrometheusSeries {
    private let read: @Sendable () -> [PrometheusRegistry.Sample]

    init(read: @escaping @Sendable () -> [PrometheusRegistry.Sample]) { self.read = read }

    func write(_ name: String, _ labels: String, to text: inout PrometheusText) {
        for sample in read() { text.add(name, PrometheusText.labels(sample.dimensions), sample.value) }
    }
}
