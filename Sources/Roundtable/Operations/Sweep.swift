import GameRules

/// Goes through the sessions in which something is due, page by page. A session that can't be read, or with which it
/// can't go on, is noted as a fault and passed over: it costs nobody else anything.
struct Sweep: Sendable {
    private static let page = 100

    let context: ServiceContext
    let store: any SessionStores

    /// Goes through all that is due.
    ///
    /// - Parameters:
    ///   - first: the place to begin after; nil for the beginning.
    ///   - next: the sessions after a place, in the order of their places.
    ///   - work: what is to be done with one.
    /// - Throws: `unavailable`; the rest is done another time.
    func run(
        after first: PageMark? = nil,
        _ next: (_ after: PageMark?, _ limit: Int) async throws(ServiceError) -> [DueSession],
        _ work: (SessionRecord) async throws(ServiceError) -> Void
    ) async throws(ServiceError) {
        var last = first
        repeat {
            let page = try await next(last, Self.page)
            for due in page where !due.isLeftAlone { try await visit(due, work) }
            last = page.count < Self.page ? nil : page.last?.mark
        } while last != nil
    }

    private func visit(
        _ due: DueSession, _ work: (SessionRecord) async throws(ServiceError) -> Void
    ) async throws(ServiceError) {
        let found: SessionRecord?
        do {
            found = try await store.record(of: due.session, for: nil)
        } catch {
            return try await context.note(.unreadable, of: due.session, because: error, in: store)
        }
        guard let found else { return }
        do {
            try await work(found)
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
