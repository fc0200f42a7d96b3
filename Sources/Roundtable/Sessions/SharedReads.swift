import Synchronization

/// Reads of sessions for those who watch them: all who ask for a session while it is being read are answered by the
/// next read of it, and only a few sessions are read at the same time, so that nobody else has to wait for those who
/// only watch.
///
/// A read finds a value for each asker: a record, or no more than the session's version.
final class SharedReads<Value: Sendable>: Sendable {
    typealias Read = @Sendable (SessionID, [Asker?]) async throws(ServiceError) -> [Value?]
    private typealias Outcome = Result<Value?, ServiceError>

    private enum Turn {
        case answered(Outcome)
        /// To read for everybody who has gathered, and for oneself.
        case reads
    }

    /// Whoever asks.
    private struct Member {
        let asker: Asker?
        let continuation: CheckedContinuation<Turn, Never>
    }

    private struct State {
        /// Who has gathered, by session; nobody, while it is being read for those who came first.
        var gathered: [SessionID: [Member]] = [:]
        /// The sessions that are to be read, in the order in which somebody asked.
        var queue: [SessionID] = []
        var reading = 0
    }

    private let limit: Int
    private let read: Read
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: how many sessions are read at the same time.
    ///   - read: reads one of them for several askers.
    init(limit: Int = 16, _ read: @escaping Read) {
        self.limit = limit
        self.read = read
    }

    /// The value of a session as it stands now or later; nil if there is none.
    func value(of session: SessionID, for asker: Asker? = nil) async throws(ServiceError) -> Value? {
        // NB: whoever is cancelled while others read is answered, too; that takes no long time.
        let turn = await withCheckedContinuation { continuation in
            let reader = state.withLock { state in
                if state.gathered[session] == nil { state.queue.append(session) }
                state.gathered[session, default: []].append(Member(asker: asker, continuation: continuation))
                return nextReader(&state)
            }
            reader?.continuation.resume(returning: .reads)
        }
        switch turn {
        case .answered(let outcome): return try outcome.get()
        case .reads: return try await readForAll(session, asker).get()
        }
    }

    /// Whoever reads next, if there is something to read and not too much is being read.
    private func nextReader(_ state: inout State) -> Member? {
        guard state.reading < limit, !state.queue.isEmpty else { return nil }
        let session = state.queue.removeFirst()
        guard let reader = state.gathered[session]?.popLast() else { return nil }
        state.reading += 1
        return reader
    }

    private func readForAll(_ session: SessionID, _ asker: Asker?) async -> Outcome {
        let others = state.withLock { state in state.gathered.updateValue([], forKey: session) ?? [] }
        let askers = Array(Set((others.map(\.asker) + [asker]).compactMap(\.self)))
        let outcomes = await outcomes(of: session, for: askers)
        if Task.isCancelled, case .failure = outcomes(asker) {
            finish(session, leaving: others)
        } else {
            for other in others { other.continuation.resume(returning: .answered(outcomes(other.asker))) }
            finish(session, leaving: [])
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

    /// Lets somebody else read; first this session again, for those who are left or have come meanwhile.
    private func finish(_ session: SessionID, leaving others: [Member]) {
        let reader = state.withLock { state in
            state.reading -= 1
            let gathered = others + (state.gathered[session] ?? [])
            state.gathered[session] = gathered.isEmpty ? nil : gathered
            if !gathered.isEmpty { state.queue.append(session) }
            return nextReader(&state)
        }
        reader?.continuation.resume(returning: .reads)
    }
}
