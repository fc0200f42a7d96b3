import Foundation

/// Ends drafts: by proof that their message was sent, or by their author's taking them back.
struct DraftCloser: Sendable {
    let context: ServiceContext
    let store: any SessionStores
    let changes: SessionChanges

    /// Commits the draft behind a message that is proven to have been sent, if the game still accepts it; otherwise notes
    /// that it was overtaken. What is committed, cancelled or no draft stays as it is.
    func prove(_ message: FoundMessage, by cause: ServiceMetrics.Cause) async throws(ServiceError) -> FoundMessage {
        var message = message
        for _ in 0..<TurnService.attempts {
            guard message.isDraft, let draft = message.draft else { return message }
            guard let record = try await store.record(of: message.session, for: nil) else { throw .notFound }
            if try await commit(draft, on: record, by: cause) { changes.didChange(message.session) }
            message = try await MessageFinder(context: context, store: store).draft(draft.id, of: message.session)
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }

    /// Takes a message back. A cancelled draft is final, a claim is withdrawn; an event stands and is marked unsent.
    ///
    /// - Throws: `already_committed`.
    func cancel(_ message: FoundMessage) async throws(ServiceError) {
        var message = message
        if let claim = message.claim {
            return try await ClaimDesk(context: context, store: store, changes: changes)
                .withdraw(claim.id, of: message.session)
        }
        for _ in 0..<TurnService.attempts {
            if let revision = message.committedRevision { return try await markUnsent(message, revision) }
            guard message.isDraft, let draft = message.draft else { return }
            guard let record = try await store.record(of: message.session, for: nil) else { throw .notFound }
            if try await store.cancel(draft.id, at: record.session.revision, of: message.session) {
                context.metrics.drafts.count(.cancelled)
                return changes.didChange(message.session)
            }
            message = try await MessageFinder(context: context, store: store).draft(draft.id, of: message.session)
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }

    /// Whether the draft became an event, or was noted as overtaken.
    private func commit(
        _ draft: Draft, on record: SessionRecord, by cause: ServiceMetrics.Cause
    ) async throws(ServiceError) -> Bool {
        let decision: Decision
        do {
            decision = try record.session.deciding(draft.proposal, draft: draft.id, at: context.now())
        } catch {
            try await store.markOvertaken(draft.id, of: record.session.id)
            context.metrics.drafts.count(.overtaken)
            return true
        }
        let commit = Commit(decision, cancellations: record.cancellations)
        guard try await store.commit(commit) else { return false }
        context.metrics.committed(decision.event, by: cause)
        return true
    }

    private func markUnsent(_ message: FoundMessage, _ revision: Int) async throws(ServiceError) {
        if case .fresh = message.reference { return }
        try await store.markUnsent(revision, of: message.session)
        changes.didChange(message.session)
        throw ServiceError(
            .alreadyCommitted, "This move counts already; only its bubble can be taken back.",
            revision: try await store.revision(of: message.session))
    }
}
