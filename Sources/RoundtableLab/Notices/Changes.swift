import Synchronization

/// Tells everybody who looks on that something has changed; several changes at once are told as one.
final class Changes: Sendable {
    private struct State {
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    func tell() {
        for watcher in state.withLock({ $0.watchers.values.map(\.self) }) { watcher.yield() }
    }

    /// Changes from now on, the first at once, until `end` is called.
    func watch() -> (changes: AsyncStream<Void>, end: @Sendable () -> Void) {
        let (changes, watcher) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.watchers[state.count] = watcher
            return state.count
        }
        watcher.yield()
        return (
            changes,
            { [self] in
                state.withLock { $0.watchers[number] = nil }
                watcher.finish()
            }
        )
    }
}
