package import CoreMetrics
import Synchronization

/// Keeps all measurements of an instance and writes them down in Prometheus' text format.
///
/// Making a counter takes a lock, and so does writing down; counting takes none.
package final class PrometheusRegistry: MetricsFactory {
    /// Prometheus's types of metrics.
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    private struct Family {
        let kind: Kind
        var series: [String: any PrometheusSeries] = [:]
    }

    /// The upper bounds of durations, in seconds.
    private static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private static let sizes = (0...8).map { Double(1 << $0) }

    private let descriptions: [String: String]
    private let families = Mutex<[String: Family]>([:])

    /// - Parameter descriptions: what each metric counts, by its name.
    package init(descriptions: [String: String] = [:]) { self.descriptions = descriptions }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { PrometheusNumber() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { PrometheusNumber() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { PrometheusNumber() } }
        return series(label, dimensions, .histogram) { PrometheusHistogram(bounds: Self.sizes) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { PrometheusHistogram(bounds: Self.seconds) }
    }

    /// Adds a number that is looked up whenever the measurements are written down; nil while there is none.
    package func sample(
        _ label: String, _ dimensions: [(String, String)] = [], as kind: Kind, _ read: @escaping @Sendable () -> Double?
    ) {
        _ = series(label, dimensions, kind) { PrometheusSamples { read().map { [(dimensions, $0)] } ?? [] } }
    }

    package typealias Sample = (dimensions: [(String, String)], value: Double)

    /// Adds numbers that are looked up whenever the measurements are written down, as many as there are then.
    package func samples(_ label: String, as kind: Kind, _ read: @escaping @Sendable () -> [Sample]) {
        _ = series(label, [], kind) { PrometheusSamples(read: read) }
    }

    // NB: those who count may outlive those who ask to forget; measurements stay for as long as the registry.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// All measurements in the text format 0.0.4, in the order of their names.
    package var text: String {
        let families = families.withLock { $0 }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.begin(name, family.kind, description: descriptions[name])
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(name, labels, to: &text)
            }
        }
        return text.lines
    }

    private func series<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> Series
    ) -> Series {
        let labels = PrometheusText.labels(dimensions)
        return families.withLock { families in
            if let known = families[label]?.series[labels] as? Series { return known }
            let new = make()
            precondition(families[label].map { $0.kind == kind } ?? true, "\(label) is measured in two ways.")
            families[label, default: Family(kind: kind)].series[labels] = new
            return new
        }
    }
}
