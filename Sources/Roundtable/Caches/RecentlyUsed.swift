/// What was used lately, up to a limit: when what was used since the last such moment makes half of it, all else is
/// forgotten. Every use takes the same short time, however much there is.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let weight: Int
    }

    private let half: Int
    private var young: [Key: Entry] = [:]
    private var old: [Key: Entry] = [:]
    private var youngWeight = 0

    /// Nothing yet.
    ///
    /// - Parameter limit: how much all of it may weigh together.
    package init(limit: Int) { half = max(1, limit / 2) }

    /// The value of a key, used by this once more; nil if there is none any more.
    package mutating func value(of key: Key) -> Value? {
        if let entry = young[key] { return entry.value }
        guard let entry = old.removeValue(forKey: key) else { return nil }
        add(entry, for: key)
        return entry.value
    }

    /// Keeps a value in place of the one there was; not one that weighs more than half the limit.
    package mutating func keep(_ value: Value, for key: Key, weighing weight: Int = 1) {
        forget(key)
        if weight <= half { add(Entry(value: value, weight: weight), for: key) }
    }

    /// Forgets one value.
    package mutating func forget(_ key: Key) {
        if let entry = young.removeValue(forKey: key) { youngWeight -= entry.weight } else { old[key] = nil }
    }

    /// Forgets everything.
    package mutating func forgetAll() { (young, old, youngWeight) = ([:], [:], 0) }

    private mutating func add(_ entry: Entry, for key: Key) {
        if youngWeight + entry.weight > half { (old, young, youngWeight) = (young, [:], 0) }
        young[key] = entry
        youngWeight += entry.weight
    }
}
