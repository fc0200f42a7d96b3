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
