import Metrics
import Roundtable
import RoundtableMetrics

extension PrometheusRegistry {
    /// The registry of an instance, whose metrics are those of ``MetricDescription/all``.
    static func ofInstance() -> PrometheusRegistry {
        let registry = PrometheusRegistry(
            descriptions: Dictionary(uniqueKeysWithValues: MetricDescription.all.map { ($0.name, $0.text) }))
        registry.sampleProcess()
        registry.sample("roundtable_build_info", Version.labels, as: .gauge) { 1 }
        return registry
    }
}
