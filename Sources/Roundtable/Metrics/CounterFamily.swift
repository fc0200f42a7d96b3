package import Metrics

/// A counter for each value that a label may have, made beforehand.
package struct CounterFamily<Value: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Sendable {
    private let counters: [Value: Counter]

    /// - Parameter more: labels that all of them have.
    package init(
        _ name: String, by label: String, and more: [(String, String)] = [], _ factory: any MetricsFactory
    ) {
        counters = Dictionary(
            forAll: { Counter(label: name, dimensions: more + [(label, $0.rawValue)], factory: factory) })
    }

    package func count(_ value: Value, times: Int = 1) { counters[value]?.increment(by: times) }
}

/// The result of a cache's look-up.
package enum CacheLookup: String, CaseIterable, Sendable {
    case hit, miss
    /// Something that was no longer so, as the database said.
    case refuted
}

/// The results of a cache's look-ups.
package typealias CacheLookups = CounterFamily<CacheLookup>

extension CacheLookups {
    /// The look-ups of one cache.
    package init(of cache: String, _ factory: any MetricsFactory) {
        self.init("roundtable_cache_lookups_total", by: "result", and: [("cache", cache)], factory)
    }
}

extension Dictionary where Key: CaseIterable {
    /// A value for each key that there is.
    init(forAll value: (Key) -> Value) {
        self.init(uniqueKeysWithValues: Key.allCases.map { ($0, value($0)) })
    }
}
