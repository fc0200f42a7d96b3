/// A cache of recently used values up to a limit, in two generations: when those used since the last change of
/// generation make half of the limit, all others are forgotten. Every use takes the same short time, however much there
/// is.
///
/// NB: public, so that it is specialised where it is used.
public struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline typealias Entry = (value: Value, weight: Int)

    @usableFromInline let half: Int
    @usableFromInline var young: [Key: Entry] = [:]
    @usableFromInline var old: [Key: Entry] = [:]
    @usableFromInline var youngWeight = 0

    /// Nothing yet.
    ///
    /// - Parameter limit: how much all of it may weigh together.
    @inlinable
    public init(limit: Int) { half = max(1, limit / 2) }

    /// The value of a key, used by this once more; nil if there is none any more.
    @inlinable
    public mutating func value(of key: Key) -> Value? {
        if let entry = young[key] { return entry.value }
        guard let entry = old.removeValue(forKey: key) else { return nil }
        add(entry, for: key)
        return entry.value
    }

    /// Keeps a value in place of the one there was; not one that weighs more than half the limit.
    @inlinable
    public mutating func keep(_ value: Value, for key: Key, weighing weight: Int = 1) {
        guard weight <= half else { return forget(key) }
        if !add((value, weight), for: key) { old[key] = nil }
    }

    /// Forgets one value.
    @inlinable
    public mutating func forget(_ key: Key) {
        if let entry = young.removeValue(forKey: key) { youngWeight -= entry.weight } else { old[key] = nil }
    }

    /// Forgets everything.
    @inlinable
    public mutating func forgetAll() { (young, old, youngWeight) = ([:], [:], 0) }

    /// Forgets all values that are like this; takes time for each that there is.
    @inlinable
    public mutating func forget(where isForgotten: (Value) -> Bool) {
        for (key, entry) in young where isForgotten(entry.value) { forget(key) }
        old = old.filter { !isForgotten($0.value.value) }
    }

    /// Adds a value to those used since the last change of generation, and tells whether there was one with its key.
    @inlinable
    @discardableResult
    mutating func add(_ entry: Entry, for key: Key) -> Bool {
        if youngWeight + entry.weight > half { (old, young, youngWeight) = (young, [:], 0) }
        let before = young.updateValue(entry, forKey: key)
        youngWeight += entry.weight - (before?.weight ?? 0)
        return before != nil
    }
}
