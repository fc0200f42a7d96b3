package import Metrics

/// A counter for each value that a label may have, made beforehand.
package struct CounterFamily<Value: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Sendable {
    private let counters: [Value: Counter]

    /// - Parameter more: labels that all of them have.
    package init(
        _ name: String, by label: String, and more: [(String, String)] = [], _ factory: any MetricsFactory
    ) {
        counters = Dictionary(
            uniqueKeysWithValues: Value.allCases.map { value in
                (value, Counter(label: name, dimensions: more + [(label, value.rawValue)], factory: factory))
            })
    }

    /// Counts one more, or several.
    package func count(_ value: Value, times: Int = 1) { counters[value]?.increment(by: times) }
}

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
