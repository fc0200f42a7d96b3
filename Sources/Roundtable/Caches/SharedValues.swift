import Synchronization

/// Values that take long to make. Everybody who asks for one while it is being made gets that one, and values that were
/// used lately are kept, up to a number of bytes. As many as ``mostWaiters`` wait for one value; others are refused.
package final class SharedValues<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    private typealias Outcome = Result<Value, Failure>
    /// Resumed with nil by somebody who could not finish: then the waiter makes the value.
    private typealias Waiter = CheckedContinuation<Outcome?, Never>

    /// The number of those that may wait for one value.
    package static var mostWaiters: Int { 256 }

    private struct State {
        var kept: RecentlyUsed<Key, Value>
        /// For each value that is being made, those who wait for it.
        var waiting: [Key: [Waiter]] = [:]
    }

    private let state: Mutex<State>
    private let lookups: CacheLookups?
    private let refusal: @Sendable () -> Failure

    /// Nothing yet.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes that are kept.
    ///   - lookups: where it is counted whether a value was there.
    ///   - refusal: what is thrown if too many wait for a value.
    package init(limit: Int, lookups: CacheLookups? = nil, refusal: @escaping @Sendable () -> Failure) {
        state = Mutex(State(kept: RecentlyUsed(limit: limit)))
        self.lookups = lookups
        self.refusal = refusal
    }

    /// The value of a key: the one that is kept, the one that somebody is making, or else a new one.
    ///
    /// - Parameter make: makes the value, and says how many bytes it takes.
    /// - Throws: what `make` throws, to all who waited for it.
    package func value(
        of key: Key, make: () async throws(Failure) -> (value: Value, bytes: Int)
    ) async throws(Failure) -> Value {
        if let outcome = await outcome(of: key) {
            lookups?.count(.hit)
            return try outcome.get()
        }
        lookups?.count(.miss)
        do throws(Failure) {
            let (value, bytes) = try await make()
            finish(key, .success(value)) { $0.kept.keep(value, for: key, weighing: bytes) }
            return value
        } catch {
            // NB: somebody whose request has ended fails for that reason, which is none for the others.
            if Task.isCancelled { handOver(key) } else { finish(key, .failure(error)) }
            throw error
        }
    }

    /// The value of a key, if it is kept.
    package func known(_ key: Key) -> Value? { state.withLock { $0.kept.value(of: key) } }

    /// Keeps a value that was made otherwise.
    package func keep(_ value: Value, for key: Key, bytes: Int) {
        state.withLock { $0.kept.keep(value, for: key, weighing: bytes) }
    }

    /// What is known of a value, or what whoever makes it has come to; nil if the caller is to make it.
    private func outcome(of key: Key) async -> Outcome? {
        if let known = state.withLock({ answer(to: key, &$0) }) { return known }
        return await withCheckedContinuation { waiter in
            let known = state.withLock { state in
                let known = answer(to: key, &state)
                if known == nil { state.waiting[key, default: []].append(waiter) }
                return known
            }
            if let known { waiter.resume(returning: known) }
        }
    }

    /// The answer to a caller who asks for a value: the outcome, or `.some(nil)` if the caller must make it, which
    /// is noted. Nil if another caller is making it.
    private func answer(to key: Key, _ state: inout State) -> Outcome?? {
        if let value = state.kept.value(of: key) { return .success(value) }
        if let waiters = state.waiting[key] { return waiters.count < Self.mostWaiters ? nil : .failure(refusal()) }
        state.waiting[key] = []
        return .some(nil)
    }

    private func finish(_ key: Key, _ outcome: Outcome, _ change: (inout State) -> Void = { _ in }) {
        let waiters = state.withLock { state in
            change(&state)
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    /// Lets the next who waits make the value.
    private func handOver(_ key: Key) {
        let next = state.withLock { state -> Waiter? in
            guard var waiters = state.waiting.removeValue(forKey: key), !waiters.isEmpty else { return nil }
            let next = waiters.removeFirst()
            state.waiting[key] = waiters
            return next
        }
        next?.resume(returning: nil)
    }
}

extension SharedValues where Failure == ServiceError {
    /// Nothing yet; whoever finds too many waiting for a value is told to try again.
    package convenience init(limit: Int, lookups: CacheLookups? = nil) {
        self.init(limit: limit, lookups: lookups, refusal: ServiceError.tooManyWaiting)
    }
}

extension ServiceError {
    /// The refusal of those that would wait for the same thing as many others.
    package static func tooManyWaiting() -> ServiceError {
        ServiceError(because: .busy, "Too many requests wait for the same; try again.")
    }
}
