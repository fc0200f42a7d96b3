import Synchronization

/// The requests that this instance is answering or has answered lately. Of those with one key it answers one at a time,
/// and tells the next that there was one before.
final class RecentRequests: Sendable {
    /// The number of answered requests that are remembered at least, if there were so many.
    private static let capacity = 32_768

    fileprivate struct State {
        /// For each request under way, those who wait for it.
        var underWay: [RequestID: [CheckedContinuation<Void, Never>]] = [:]
        var answered: Set<RequestID> = []
        /// Those that were answered before these.
        var older: Set<RequestID> = []
    }

    private let state = Mutex(State())

    /// Answers a request, after any other with the same key.
    ///
    /// - Parameter body: told whether there was such a request here.
    func answer<Answer>(
        _ request: RequestID, _ body: (_ isKnown: Bool) async throws(ServiceError) -> Answer
    ) async throws(ServiceError) -> Answer {
        let isKnown = await begin(request)
        do {
            let answer = try await body(isKnown)
            end(request, isAnswered: true)
            return answer
        } catch {
            end(request, isAnswered: false)
            throw error
        }
    }

    private func begin(_ request: RequestID) async -> Bool {
        let isKnown = state.withLock { $0.begin(request) }
        if let isKnown { return isKnown }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.begin(request) == nil else { return true }
                state.underWay[request, default: []].append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        return true
    }

    private func end(_ request: RequestID, isAnswered: Bool) {
        let next = state.withLock { state in
            if isAnswered { state.remember(request, atMost: Self.capacity) }
            return state.end(request)
        }
        next?.resume()
    }
}

extension RecentRequests.State {
    /// Whether the request was answered before; nil if it is under way.
    fileprivate mutating func begin(_ request: RequestID) -> Bool? {
        guard underWay[request] == nil else { return nil }
        underWay[request] = []
        return answered.contains(request) || older.contains(request)
    }

    /// Who is next, for whom the request stays under way.
    fileprivate mutating func end(_ request: RequestID) -> CheckedContinuation<Void, Never>? {
        guard var waiting = underWay.removeValue(forKey: request), !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        underWay[request] = waiting
        return next
    }

    fileprivate mutating func remember(_ request: RequestID, atMost capacity: Int) {
        answered.insert(request)
        if answered.count >= capacity { (older, answered) = (answered, []) }
    }
}
