/// What was counted between two readings of one process.
///
/// As Prometheus has it, a counter that is lower than before began anew at zero, as all do where the process did.
package struct PrometheusInterval: Sendable {
    package let seconds: Double

    private let earlier: PrometheusReading
    private let later: PrometheusReading
    private let isRestarted: Bool

    package init(from earlier: PrometheusReading, to later: PrometheusReading, seconds: Double) {
        precondition(seconds > 0)
        (self.earlier, self.later, self.seconds) = (earlier, later, seconds)
        let start = "process_start_time_seconds"
        isRestarted = earlier.value(of: start) != later.value(of: start)
    }

    /// How much the counters of a name have grown, by their labels; none of them that is no number.
    package func increases(of name: String) -> [PrometheusReading.Labels: Double] {
        let before = isRestarted ? [:] : earlier.series(of: name)
        return Dictionary(
            uniqueKeysWithValues: later.series(of: name).compactMap { labels, value in
                let increase = value - before[labels, default: 0]
                return increase.isFinite ? (labels, increase < 0 ? value : increase) : nil
            })
    }

    /// How fast all counters of a name have grown together, a second.
    package func rate(of name: String) -> Double { increases(of: name).values.reduce(0, +) / seconds }

    /// How fast the counters of a name have grown, a second, added up by a label that each of its series has.
    package func rates(of name: String, by label: String) -> [String: Double] {
        Dictionary(
            increases(of: name).compactMap { labels, increase in labels[label].map { ($0, increase / seconds) } },
            uniquingKeysWith: +)
    }

    /// What a histogram was told, all of its series together or those whose labels are meant.
    package func distribution(
        of name: String, where isMeant: (PrometheusReading.Labels) -> Bool = { _ in true }
    ) -> PrometheusDistribution {
        let counts = increases(of: "\(name)_bucket").filter { isMeant($0.key) }.compactMap { labels, count in
            labels["le"].flatMap { Double($0) }.map { ($0, count) }
        }
        let sum = increases(of: "\(name)_sum").filter { isMeant($0.key) }.values.reduce(0, +)
        return PrometheusDistribution(counts: Dictionary(counts, uniquingKeysWith: +), sum: sum)
    }
}
