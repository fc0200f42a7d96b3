import Synchronization

/// A count.
package final class Tally: Sendable {
    private let value = Mutex(0)

    /// Nothing was counted yet.
    package init() {}

    /// Counts one more, and returns the count.
    @discardableResult
    package func add() -> Int {
        value.withLock { count in
            count += 1
            return count
        }
    }

    /// How much was counted.
    package var count: Int { value.withLock { $0 } }

    /// How much is counted while something is done.
    package func counting(_ body: () async throws -> Void) async rethrows -> Int {
        let before = count
        try await body()
        return count - before
    }
}
