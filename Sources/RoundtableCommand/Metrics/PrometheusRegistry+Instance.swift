import CEmbedded
import RoundtableMetrics

extension PrometheusRegistry {
    /// The registry of an instance; its `HELP` lines say what `deploy/prometheus/README.md` does.
    static func ofInstance() -> PrometheusRegistry {
        let registry = PrometheusRegistry(descriptions: documentedMetrics())
        registry.sampleProcess()
        registry.sample("roundtable_build_info", Version.labels, as: .gauge) { 1 }
        return registry
    }

    /// What each metric counts, by its name: the last and the first column of the page's tables.
    static func documentedMetrics() -> [String: String] {
        let rows = String(cString: embedded_metrics())
            .matches(of: /\| `(\w+)` \| (?:counter|gauge|histogram) \| [^|]* \| ([^|\n]*) \|/)
        return Dictionary(uniqueKeysWithValues: rows.map { (String($0.1), String($0.2)) })
    }
}
