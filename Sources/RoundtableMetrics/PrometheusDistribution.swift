/// Measurements of a histogram: how many were no larger than each of some bounds.
package struct PrometheusDistribution: Sendable {
    private let bounds: [Double]
    /// As many as there are bounds; each counts what those before it do.
    private let counts: [Double]
    private let sum: Double

    /// - Parameter counts: by bound, infinity among them.
    init(counts: [Double: Double], sum: Double) {
        bounds = counts.keys.sorted()
        self.counts = bounds.map { counts[$0, default: 0] }
        self.sum = sum
    }

    package var count: Double { counts.last ?? 0 }

    package var mean: Double? { count > 0 ? sum / count : nil }

    /// The measurement that a share of all did not exceed, as if those between two bounds were evenly spread; the
    /// largest finite bound, if it was larger than that; nil if there is nothing.
    ///
    /// Source: Prometheus' function `histogram_quantile`.
    package func quantile(_ share: Double) -> Double? {
        guard count > 0, let index = counts.firstIndex(where: { $0 >= share * count }) else { return nil }
        let below = index > 0 ? (bound: bounds[index - 1], count: counts[index - 1]) : (bound: 0, count: 0)
        let (bound, inside) = (bounds[index], counts[index] - below.count)
        guard bound.isFinite, inside > 0 else { return below.bound }
        return below.bound + (bound - below.bound) * (share * count - below.count) / inside
    }
}
