@testable import Postgres

/// Collects what happens in other tasks and lets a test wait until enough has happened.
final class Recorder<Element: Sendable>: Sendable {
    private struct State {
        var all: [Element] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var all: [Element] { state.withLock(\.all) }

    func append(_ element: Element) {
        let ready = state.withLock { state in
            state.all.append(element)
            let count = state.all.count
            let ready = state.waiters.filter { $0.count <= count }.map(\.continuation)
            state.waiters.removeAll { $0.count <= count }
            return ready
        }
        for continuation in ready { continuation.resume() }
    }

    func untilCount(is count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.all.count < count { state.waiters.append((count, continuation)) }
                return state.all.count >= count
            }
            if isReached { continuation.resume() }
        }
    }
}
