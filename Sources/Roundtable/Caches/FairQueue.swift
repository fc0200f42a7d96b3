import Synchronization

/// Places for work that only so many may do at once. Whoever finds none waits, and a free place goes round the groups
/// that wait for one, so that no group keeps another from its turn. Where as many wait as may, the first of a group may
/// wait instead of the last of the largest one.
package final class FairQueue<Group: Hashable & Sendable>: Sendable {
    /// Why somebody may not even wait.
    package enum Refusal: Error, Equatable {
        /// As many of the group wait as may.
        case groupIsFull
        /// As many wait in all as may.
        case isFull
    }

    private typealias Waiter = CheckedContinuation<Refusal?, Never>

    private struct State {
        var free: Int
        /// How many of each group are at work.
        var working: [Group: Int] = [:]
        /// Who waits, by group; no group without anybody.
        var waiting: [Group: [Waiter]] = [:]
        /// The groups that wait, in the order in which they are next. While a place is free, each of them has as many
        /// as it may have.
        var order: [Group] = []
        var count = 0
    }

    private let limit: Int
    private let limitOfGroup: Int
    private let placesOfGroup: Int
    private let state: Mutex<State>

    /// A queue in which nobody waits.
    ///
    /// - Parameters:
    ///   - places: how many may work at once.
    ///   - placesOfGroup: how many of one group may; nil for all.
    ///   - limit: how many may wait.
    ///   - limitOfGroup: how many of one group may wait.
    package init(places: Int, eachGroup placesOfGroup: Int? = nil, waiting limit: Int, ofGroup limitOfGroup: Int) {
        self.limit = limit
        self.limitOfGroup = limitOfGroup
        self.placesOfGroup = placesOfGroup ?? places
        state = Mutex(State(free: places))
    }

    /// Works in a place, as soon as there is one; a refusal is thrown as the error that `refused` makes of it.
    package func withPlace<Output, Failure: Error>(
        for group: Group, refused: (Refusal) -> Failure, _ body: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        if !state.withLock({ $0.free > 0 && begin(group, &$0) }), let refusal = await wait(as: group) {
            throw refused(refusal)
        }
        defer { leave(group) }
        return try await body()
    }

    /// Waits for a place, unless there is one by now.
    private func wait(as group: Group) async -> Refusal? {
        // NB: whoever is cancelled waits on; those before them take no long time.
        await withCheckedContinuation { waiter in
            let (answer, displaced) = state.withLock { state -> (Refusal??, Waiter?) in
                let displaced = self.displaced(by: group, &state)
                return (enter(group, waiter, &state), displaced)
            }
            displaced?.resume(returning: .isFull)
            if let answer { waiter.resume(returning: answer) }
        }
    }

    /// The last one of the largest group that waits, removed for the first one of another that comes while as many wait
    /// as may; nil for nobody.
    private func displaced(by group: Group, _ state: inout State) -> Waiter? {
        guard state.free == 0, state.count >= limit, state.waiting[group] == nil,
            let largest = state.waiting.max(by: { $0.value.count < $1.value.count }), largest.value.count > 1
        else { return nil }
        state.count -= 1
        return state.waiting[largest.key]?.removeLast()
    }

    /// The answer to somebody who comes; nil if they wait for it.
    private func enter(_ group: Group, _ waiter: Waiter, _ state: inout State) -> Refusal?? {
        if state.free > 0, begin(group, &state) { return .some(nil) }
        guard state.count < limit else { return .isFull }
        guard state.waiting[group, default: []].count < limitOfGroup else { return .groupIsFull }
        if state.waiting[group] == nil { state.order.append(group) }
        state.waiting[group, default: []].append(waiter)
        state.count += 1
        return nil
    }

    /// Takes a free place, unless the group has as many as it may have.
    private func begin(_ group: Group, _ state: inout State) -> Bool {
        guard state.working[group, default: 0] < placesOfGroup else { return false }
        state.working[group, default: 0] += 1
        state.free -= 1
        return true
    }

    private func leave(_ group: Group) {
        let next = state.withLock { state -> Waiter? in
            let rest = state.working[group, default: 1] - 1
            state.working[group] = rest > 0 ? rest : nil
            // While a place is free, each group that waits has as many as it may have: but for this one, from now on.
            let isForOwnGroup = state.free > 0
            state.free += 1
            let place = state.order.firstIndex { (!isForOwnGroup || $0 == group) && begin($0, &state) }
            guard let place else { return nil }
            let group = state.order.remove(at: place)
            var waiters = state.waiting.removeValue(forKey: group) ?? []
            guard !waiters.isEmpty else { preconditionFailure("Nobody waits of a group that does") }
            let next = waiters.removeFirst()
            if !waiters.isEmpty {
                state.waiting[group] = waiters
                state.order.append(group)
            }
            state.count -= 1
            return next
        }
        next?.resume(returning: nil)
    }
}
