import GameRules

/// Goes through the sessions in which something is due, page by page. A session that can't be read, or with which it
/// can't go on, is noted as a fault and passed over: it costs nobody else anything.
///
/// Instances sweep at the same time and hold no locks. Each goes through a page in an order of its own, several
/// sessions at once, so that most of the time they are at different ones.
struct Sweep: Sendable {
    private static let page = 1000
    /// The number of sessions that are visited at the same time: their writes share statements.
    private static let atOnce = 32

    let context: ServiceContext
    let store: any SessionStores

    /// Goes through all that is due.
    ///
    /// - Parameters:
    ///   - next: the sessions after a place, in the order of their places.
    ///   - work: what is to be done with one.
    /// - Throws: `unavailable`; the rest is done another time.
    func run(
        _ next: (_ after: PageMark?, _ limit: Int) async throws(ServiceError) -> [DueSession],
        _ work: @escaping @Sendable (DueSession, SessionRecord) async throws(ServiceError) -> Void
    ) async throws(ServiceError) {
        var last: PageMark?
        repeat {
            let page = try await next(last, Self.page)
            var seen: Set<SessionID> = []
            let sessions = page.filter { !$0.isLeftAlone && seen.insert($0.session).inserted }
            try await visit(sessions.shuffled(), work)
            last = page.count < Self.page ? nil : page.last?.mark
        } while last != nil
    }

    /// Visits sessions, so many at a time. One that can't be visited now is left for the next sweep; if as many in a
    /// row can't as are visited at a time, the database is away.
    private func visit(
        _ sessions: [DueSession],
        _ work: @escaping @Sendable (DueSession, SessionRecord) async throws(ServiceError) -> Void
    ) async throws(ServiceError) {
        let failure = await withTaskGroup(of: ServiceError?.self) { group in
            var rest = sessions[...]
            func visitNext() {
                guard let due = rest.popFirst() else { return }
                group.addTask {
                    do throws(ServiceError) {
                        try await visit(due, work)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for _ in 0..<Self.atOnce { visitNext() }
            var failures = 0
            var last: ServiceError?
            for await error in group {
                failures = error == nil ? 0 : failures + 1
                last = error
                if failures < Self.atOnce { visitNext() }
            }
            return failures >= min(Self.atOnce, sessions.count) ? last : nil
        }
        if let failure { throw failure }
    }

    private func visit(
        _ due: DueSession, _ work: (DueSession, SessionRecord) async throws(ServiceError) -> Void
    ) async throws(ServiceError) {
        let found: SessionRecord?
        do {
            found = try await store.record(of: due.session, for: nil)
        } catch {
            return try await context.note(.unreadable, of: due.session, because: error, in: store)
        }
        guard let found else { return }
        do {
            try await work(due, found)
        } catch {
            return try await context.note(.stuck, of: due.session, because: error, in: store)
        }
        if due.isFaulty { try await store.resolve(due.session, Fault.Kind.seenBySweeps, at: context.now()) }
    }
}

extension ServiceContext {
    /// Notes that a session can't be gone on with.
    ///
    /// - Throws: the error itself, if it is no fault of the session's: the store is away or busy.
    func note(
        _ kind: Fault.Kind, of session: SessionID, because error: ServiceError, in store: any FaultStore
    ) async throws(ServiceError) {
        // NB: rules that take too long are their session's fault, and must not keep the others waiting.
        guard error.code != .unavailable || error.underlying is RulesFailure else { throw error }
        let fault = Fault(session: session, kind: kind, detail: error.explanation, foundAt: now())
        if try await store.note(fault) { metrics.faults.count(kind) }
    }
}

extension ServiceError {
    /// The sentence, and what went wrong beneath, for operators.
    package var explanation: String { underlying.map { "\(detail) \($0)" } ?? detail }
}
