import Synchronization

/// Reads of sessions for those who watch them: all who ask for a session while it is being read are answered by the
/// next read of it, and only a few sessions are read at the same time, so that nobody else has to wait for those who
/// only watch.
///
/// A read finds a value for each asker: a record, or no more than the session's version.
final class SharedReads<Value: Sendable>: Sendable {
    typealias Read = @Sendable (SessionID, [Asker?]) async throws(ServiceError) -> [Value?]
    private typealias Outcome = Result<Value?, ServiceError>

    private struct Member {
        let asker: Asker?
        /// Resumed with nil to read for everybody who has gathered, and for oneself.
        let continuation: CheckedContinuation<Outcome?, Never>
    }

    private let read: Read
    private let places: FairQueue<SessionID>
    /// The askers that wait for the next read of a session, besides the one that is to read.
    private let gathered = Mutex<[SessionID: [Member]]>([:])

    /// - Parameters:
    ///   - limit: how many sessions are read at the same time.
    ///   - read: reads one of them for several askers.
    init(limit: Int = 16, _ read: @escaping Read) {
        places = FairQueue(places: limit, eachGroup: 1, waiting: .max, ofGroup: .max)
        self.read = read
    }

    /// The value of a session as it stands now or later; nil if there is none.
    func value(of session: SessionID, for asker: Asker? = nil) async throws(ServiceError) -> Value? {
        // NB: whoever is cancelled while others read is answered, too; that takes no long time.
        if let outcome = await outcome(of: session, for: asker) { return try outcome.get() }
        return try await places.withPlace(for: session, refused: { _ in .tooManyWaiting() }) {
            () async throws(ServiceError) in try await readForAll(session, asker).get()
        }
    }

    /// The outcome of a read by another asker; nil for the first asker, who is to read.
    private func outcome(of session: SessionID, for asker: Asker?) async -> Outcome? {
        await withCheckedContinuation { continuation in
            let isFirst = gathered.withLock { gathered in
                guard gathered[session] != nil else {
                    gathered[session] = []
                    return true
                }
                gathered[session]?.append(Member(asker: asker, continuation: continuation))
                return false
            }
            if isFirst { continuation.resume(returning: nil) }
        }
    }

    private func readForAll(_ session: SessionID, _ asker: Asker?) async -> Outcome {
        let others = gathered.withLock { $0.removeValue(forKey: session) ?? [] }
        let askers = Array(Set((others.map(\.asker) + [asker]).compactMap(\.self)))
        let outcomes = await outcomes(of: session, for: askers)
        if Task.isCancelled, case .failure = outcomes(asker) {
            handOver(session, to: others)
        } else {
            for other in others { other.continuation.resume(returning: outcomes(other.asker)) }
        }
        return outcomes(asker)
    }

    /// Reads once, and tells what that was to each asker.
    private func outcomes(of session: SessionID, for askers: [Asker]) async -> (Asker?) -> Outcome {
        do throws(ServiceError) {
            let values = try await read(session, askers.isEmpty ? [nil] : askers)
            let found = Dictionary(uniqueKeysWithValues: zip(askers, values))
            // Each value tells somebody without an asker the same.
            return { asker in .success(asker.map { found[$0] ?? nil } ?? values.first ?? nil) }
        } catch {
            return { _ in .failure(error) }
        }
    }

    /// Has one of the others read for all of them, or whoever is to read for those who have come meanwhile.
    private func handOver(_ session: SessionID, to others: [Member]) {
        let next = gathered.withLock { gathered -> Member? in
            guard gathered[session] == nil else {
                gathered[session]? += others
                return nil
            }
            if !others.isEmpty { gathered[session] = Array(others.dropFirst()) }
            return others.first
        }
        next?.continuation.resume(returning: nil)
    }
}
