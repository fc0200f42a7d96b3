import Synchronization

/// Where stored sessions are compared with what their events make of them.
package protocol VerificationStore: Sendable {
    /// Rebuilds sessions from their events, in the order of their IDs, all as they were at one moment.
    func verify(after last: SessionID?, limit: Int) async throws(ServiceError) -> [Verification]
}

/// Compares a sample of the stored sessions with their events while the service runs: a few at a time, in the order of
/// their IDs, which are hashes, beginning somewhere by chance. What differs is noted as a fault.
package final class VerificationService: Sendable {
    private let context: ServiceContext
    private let store: any VerificationStore & FaultStore
    private let batch: Int
    private let last: Mutex<SessionID?>

    /// - Parameter batch: how many sessions one step looks at.
    package init(context: ServiceContext, store: any VerificationStore & FaultStore, batch: Int) {
        self.context = context
        self.store = store
        self.batch = batch
        last = Mutex(SessionID(context.makeUUID()))
    }

    /// Looks at the next sessions, and reports how many sessions have faults.
    ///
    /// - Returns: how many sessions it looked at.
    @discardableResult
    package func step() async throws(ServiceError) -> Int {
        let known = Set(try await store.faults(nil, limit: Self.knownFaults).map(\.session))
        let start = last.withLock { $0 }
        let verified = try await ReplayThreads.run { () async throws(ServiceError) in
            try await store.verify(after: start, limit: batch)
        }
        // Behind the last session comes the first one.
        last.withLock { $0 = verified.count < batch ? nil : verified.last?.session }
        for verification in verified {
            context.metrics.verified()
            if let fault = verification.fault(at: context.now()) {
                if try await store.note(fault) { context.metrics.faults.count(fault.kind) }
            } else if verification.isConclusive, known.contains(verification.session) {
                try await store.resolve(
                    verification.session, Fault.Kind.seenByVerification, at: context.now())
            }
        }
        context.metrics.report(try await store.countFaults())
        return verified.count
    }

    /// More faults than this are resolved by the operator's commands, or by sweeps, only.
    private static let knownFaults = 1000
}
