import Synchronization

/// The requests that this instance is answering or has answered lately. Of those with one key it answers one at a time,
/// and tells the next that there was one before. Of one key only so many wait.
final class RecentRequests: Sendable {
    /// The number of answered requests that are remembered at most; those that were asked for last stay.
    fileprivate static let capacity = 65_536
    /// The number of requests of one key that wait: more than a client repeats a request whose answer is late.
    static let mostWaiters = 32

    fileprivate struct State {
        /// For each request under way, those who wait for it; resumed with true when it is their turn.
        var underWay: [RequestID: [CheckedContinuation<Bool, Never>]] = [:]
        var answered = RecentlyUsed<RequestID, Void>(limit: RecentRequests.capacity)
    }

    private let state = Mutex(State())

    /// Answers a request, after any other with the same key.
    ///
    /// - Parameter body: told whether there was such a request here.
    /// - Throws: `unavailable`, if too many with the same key wait; what `body` throws.
    func answer<Value>(
        _ request: RequestID, _ body: (_ isKnown: Bool) async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        let isKnown = try await begin(request)
        do {
            let answer = try await body(isKnown)
            end(request, isAnswered: true)
            return answer
        } catch {
            end(request, isAnswered: false)
            throw error
        }
    }

    private func begin(_ request: RequestID) async throws(ServiceError) -> Bool {
        let isKnown = state.withLock { $0.begin(request) }
        if let isKnown { return isKnown }
        let isNext = await withCheckedContinuation { continuation in
            let isNext: Bool? = state.withLock { state in
                guard state.begin(request) == nil else { return true }
                guard state.underWay[request]?.count ?? 0 < Self.mostWaiters else { return false }
                state.underWay[request, default: []].append(continuation)
                return nil
            }
            if let isNext { continuation.resume(returning: isNext) }
        }
        guard isNext else { throw .tooManyWaiting() }
        return true
    }

    private func end(_ request: RequestID, isAnswered: Bool) {
        let next = state.withLock { state in
            if isAnswered { state.answered.keep((), for: request) }
            return state.end(request)
        }
        next?.resume(returning: true)
    }
}

extension RecentRequests.State {
    /// Whether the request was answered before; nil if it is under way.
    fileprivate mutating func begin(_ request: RequestID) -> Bool? {
        guard underWay[request] == nil else { return nil }
        underWay[request] = []
        return answered.value(of: request) != nil
    }

    /// Who is next, for whom the request stays under way.
    fileprivate mutating func end(_ request: RequestID) -> CheckedContinuation<Bool, Never>? {
        guard var waiting = underWay.removeValue(forKey: request), !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        underWay[request] = waiting
        return next
    }
}
