import Foundation

/// Ends drafts: by proof that their message was sent, or by their author's taking them back.
struct DraftCloser: Sendable {
    let log: SessionLog

    private var context: ServiceContext { log.context }
    private var store: any SessionStores { log.store }
    private var finder: MessageFinder { MessageFinder(context: context, store: store) }

    /// Commits a draft whose message is proven to have been sent, if the game still accepts it; otherwise notes that it
    /// was overtaken. What is committed, cancelled or no draft stays as it is.
    ///
    /// - Parameters:
    ///   - asker: who tells, and is told of the session.
    ///   - isProof: whether what they tell of the message proves that it was sent.
    func prove(
        _ id: DraftID, of session: SessionID, to asker: Asker, by cause: ServiceMetrics.Cause,
        if isProof: (FoundMessage) -> Bool = { _ in true }
    ) async throws(ServiceError) -> (FoundMessage, SessionRecord) {
        // NB: only for its author, of whom nothing else waits here that the answer would have to show.
        var cached = cause == .sent ? store.cachedDraft(id, in: session) : nil
        if cached?.player != asker.player { cached = nil }
        // NB: each value is awaited before its tuple is made. In a tuple with an await, the optimiser of Swift 6.3 may
        // lose the other value, because there is a catch.
        do throws(ServiceError) {
            let found = try await log.update(session, for: asker, isCachedFirst: cached != nil) {
                record throws(ServiceError) in
                let message =
                    if let cached {
                        FoundMessage(cached, of: session)
                    } else if let committed = FoundMessage(id, committedBy: record.session.newest, of: session) {
                        committed
                    } else {
                        try await finder.draft(id, of: session)
                    }
                cached = nil
                guard message.isDraft, isProof(message), let draft = message.draft else {
                    return .nothing((message, record))
                }
                try await settleRematch(by: draft, in: record.session)
                let decision = try decision(on: draft, in: record, at: context.clockReading)
                return .write(
                    .event(Commit(decision, generation: record.generation, within: context.quotas), by: cause),
                    (message.committed(as: decision.event), record.after(decision)))
            }
            let record = try await newest(found.1, showing: found.0, to: asker)
            return (found.0, record)
        } catch  where error.isRefusal {
            var record = try await log.update(session, for: asker) { .write(.overtakenDraft(id), $0) }
            if record.draft?.id == id { record.draft = nil }
            let message = try await finder.draft(id, of: session)
            return (message, record)
        }
    }

    /// The decision on a draft that counts now: the one that was made before, where time changes nothing.
    private func decision(
        on draft: Draft, in record: SessionRecord, at now: ClockReading
    ) throws(ServiceError) -> Decision {
        let known = context.drafts.known(on: draft.id, in: record)?.decision
        if let counting = known?.counting(as: draft.id, at: now) { return counting }
        return try record.session.deciding(draft.proposal, draft: draft.id, at: now)
    }

    /// Of several rematches of one session the one counts whose first message is proven first.
    ///
    /// - Throws: `already_rematched`, if the draft opens another one.
    private func settleRematch(by draft: Draft, in session: Session) async throws(ServiceError) {
        guard draft.isOpening, let origin = session.identity.origin else { return }
        let first: SessionID
        do {
            first = try await log.settleRematch(session.id, of: origin.session)
        } catch {
            // NB: the session before may be gone by now.
            guard error.code == .notFound else { throw error }
            return
        }
        guard first == session.id else { throw ServiceError(rematchedBy: first, of: session) }
    }

    /// Takes a message back. A cancelled draft is final, a claim is withdrawn; an event stands and is marked unsent.
    ///
    /// - Throws: `already_committed`.
    func cancel(_ message: FoundMessage) async throws(ServiceError) {
        if let claim = message.claim {
            return try await WitnessReports(log: log).withdraw(claim.id, of: message.session)
        }
        if case .fresh = message.reference { return }
        var known: FoundMessage? = message
        let refusal: ServiceError? = try await log.update(message.session) { record throws(ServiceError) in
            let newest =
                if let known { known } else { try await finder.message(message.reference, of: message.session) }
            known = nil
            if let revision = newest.committedRevision { return try markUnsent(revision, on: record) }
            guard newest.isDraft, let draft = newest.draft else { return .nothing(nil) }
            return .write(.cancelledDraft(draft), nil)
        }
        if let refusal { throw refusal }
    }

    /// The session as it was read, or as it is now if the message came to its end after that.
    private func newest(
        _ record: SessionRecord, showing message: FoundMessage, to asker: Asker
    ) async throws(ServiceError) -> SessionRecord {
        let isShown = message.committedRevision.map { $0 <= record.session.revision } ?? message.isDraft
        guard !isShown else { return record }
        guard let newest = try await store.record(of: message.session, for: asker) else { throw .notFound }
        return newest
    }

    /// Marks an event as unsent, and returns the error that says why it stands all the same; throws that error if the
    /// event is marked already.
    private func markUnsent(
        _ revision: Int, on record: SessionRecord
    ) throws(ServiceError) -> SessionLog.Decided<ServiceError?> {
        let session = record.session
        let refusal = ServiceError(.alreadyCommitted, revision: session.revision)
        guard record.unsentRevision != revision, revision == session.revision else { throw refusal }
        return .write(.unsentMessage(revision: revision), refusal)
    }
}
