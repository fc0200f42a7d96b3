import DequeModule
import Foundation

/// The queue of a worker: first in, first out for each key, and bounded. Entries without a key wait for no others.
struct BatchQueue: Sendable {
    /// An item and who waits for it. NB: a class, for it is moved and sorted.
    final class Entry: Sendable {
        let id: UInt64
        let key: UUID?
        let item: any Sendable
        let trace: String?
        let since = ContinuousClock.now
        /// Resumed once: by whoever took the entry out of the queue, or was refused when adding it.
        let continuation: UnsafeContinuation<BatchWorker.Outcome, Never>

        init(
            id: UInt64, key: UUID?, item: any Sendable, trace: String?,
            continuation: UnsafeContinuation<BatchWorker.Outcome, Never>
        ) {
            self.id = id
            self.key = key
            self.item = item
            self.trace = trace
            self.continuation = continuation
        }
    }

    private let limit: Int
    private var entries: Deque<Entry> = []

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// Since when the first entry waits.
    var oldest: ContinuousClock.Instant? { entries.first?.since }

    /// Adds an entry unless the queue is full.
    mutating func append(_ entry: Entry) -> Bool {
        guard entries.count < limit else { return false }
        entries.append(entry)
        return true
    }

    /// Takes back one entry, if it still waits.
    mutating func remove(_ id: UInt64) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        return entries.remove(at: index)
    }

    /// Takes up to `maximum` entries in the order of their keys: the oldest of each key, while a key's other entries
    /// keep their turn, or all of them.
    mutating func takeBatch(_ maximum: Int, onePerKey: Bool) -> [Entry] {
        var batch: [Entry] = []
        var left: [Entry] = []
        var keys: Set<UUID> = []
        batch.reserveCapacity(min(maximum, entries.count))
        while batch.count < maximum, let entry = entries.popFirst() {
            let isFirst = !onePerKey || entry.key.map { keys.insert($0).inserted } ?? true
            if isFirst { batch.append(entry) } else { left.append(entry) }
        }
        entries.prepend(contentsOf: left)
        guard batch.contains(where: { $0.key != nil }) else { return batch }
        return batch.sorted { first, second in
            guard let key = first.key, let other = second.key else { return second.key != nil && first.key == nil }
            return key < other
        }
    }

    /// Takes all entries that have waited since then or longer.
    mutating func takeExpired(_ limit: ContinuousClock.Instant) -> [Entry] {
        let expired = entries.filter { $0.since <= limit }
        entries.removeAll { $0.since <= limit }
        return Array(expired)
    }

    mutating func takeAll() -> [Entry] {
        defer { entries.removeAll() }
        return Array(entries)
    }
}
