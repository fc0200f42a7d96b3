package import Metrics

/// Counts what a cache was asked, under `roundtable_cache_lookups_total`.
package struct CacheLookups: Sendable {
    /// The result of a look-up.
    package enum Result: String, CaseIterable, Sendable {
        case hit, miss
        /// Something that was no longer so, as the database said.
        case refuted
    }

    private let results: CounterFamily<Result>

    /// The look-ups of one cache.
    package init(of cache: String, _ factory: any MetricsFactory) {
        results = CounterFamily(
            "roundtable_cache_lookups_total", by: "result", and: [("cache", cache)], factory)
    }

    /// Counts one look-up.
    package func count(_ result: Result) { results.count(result) }
}
