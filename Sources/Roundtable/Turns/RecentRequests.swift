import Synchronization

/// The requests that this instance is answering or has answered lately. Of those with one key it answers one at a time,
/// and tells the next whether one was answered before. Of one key only so many wait.
final class RecentRequests: Sendable {
    /// The number of answered requests that are remembered at most; those that were asked for last stay.
    private static let capacity = 65_536
    /// The number of requests of one key that wait: more than a client repeats a request whose answer is late.
    static let mostWaiters = 32

    private let underWay = FairQueue<RequestID>(places: .max, eachGroup: 1, waiting: .max, ofGroup: mostWaiters)
    private let answered = Mutex(RecentlyUsed<RequestID, Void>(limit: capacity))

    /// Answers a request, after any other with the same key.
    ///
    /// - Parameter body: told whether such a request was answered here.
    /// - Throws: `unavailable`, if too many with the same key wait; what `body` throws.
    func answer<Value>(
        _ request: RequestID, _ body: (_ isKnown: Bool) async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        try await underWay.withPlace(for: request, refused: { _ in .tooManyWaiting() }) {
            () async throws(ServiceError) in
            let answer = try await body(answered.withLock { $0.value(of: request) != nil })
            answered.withLock { $0.keep((), for: request) }
            return answer
        }
    }
}
