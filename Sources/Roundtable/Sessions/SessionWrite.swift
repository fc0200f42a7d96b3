import Foundation
import GameRules

/// One write to a session. Each store method documents the condition of its write. NB: indirect, because a reference is
/// cheaper to pass on.
indirect enum SessionWrite: Sendable {
    /// An event with all that becomes true together with it, and, of an operator's, what the audit log says of it.
    case event(Commit, by: ServiceMetrics.Cause, noting: [AuditEntry] = [])
    /// A draft that replaces its author's older drafts, with its decision.
    case draft(DraftSaving, DraftDecision, replaces: Bool)
    case cancelledDraft(Draft)
    /// A draft whose message was sent too late.
    case overtakenDraft(DraftID)
    /// A message of the session as it stands, with the first answer to the request for it.
    case freshMessage(FreshMessageRecord, StoredAnswer)
    /// A claim to a seat, with the first answer to it, and its notices.
    case claim(Claim, at: Date, StoredAnswer, [Notice] = [])
    /// The new state of a claim, and the report that led to it.
    case changedClaim(Claim, ClaimReport?)
    /// A veto to all claims to a seat, with the message that answers it.
    case veto(SeatIndex, FreshMessageRecord, StoredAnswer)
    /// The identifiers and aliases of a device, with the charge of keeping them.
    case device(Device, at: Date, charge: ByteCharge?)
    /// The message of the event of a revision is in the transcript after all.
    case sentMessage(revision: Int)
    /// The message of the event of a revision was taken back.
    case unsentMessage(revision: Int)
    case rematch(Rematch?)
    /// Another player, or nobody, in place of one who has a seat.
    case replacement(Replacement)
    case reminder(Reminder)
}

extension SessionWrite {
    /// Whose views of the session it changes. Those who wait for it are notified.
    enum Audience {
        case nobody
        case player(PlayerID)
        case everybody
    }

    func audience(of session: Session) -> Audience {
        switch self {
        case .freshMessage, .device, .reminder: .nobody
        case .draft(let saving, _, _): .player(saving.draft.player)
        // NB: cancelling the opening draft ends the session for all its readers.
        case .cancelledDraft(let draft): draft.isOpening ? .everybody : .player(draft.player)
        // NB: the author of the newest event alone sees whether its message was sent.
        case .sentMessage, .unsentMessage: session.newest?.player.map { .player($0) } ?? .nobody
        case .event, .overtakenDraft, .claim, .changedClaim, .veto, .replacement, .rematch: .everybody
        }
    }

    /// Whether the store remembers the session as it wrote it.
    var isRemembered: Bool {
        switch self {
        case .event, .draft, .device, .reminder: true
        default: false
        }
    }

    /// Applies the write to the store. For a draft, also counts it against its author's rate limit and caches its
    /// decision.
    ///
    /// - Parameter record: the session that it was decided on.
    /// - Returns: false, and nothing was written, if its condition does not hold.
    /// - Throws: `rate_limited`, for a draft; what the store throws.
    func apply(
        to record: SessionRecord, in store: any SessionStores, _ context: ServiceContext
    ) async throws(ServiceError) -> Bool {
        let session = record.session
        switch self {
        case .event(let commit, _, let entries):
            return try await entries.isEmpty ? store.commit(commit) : store.commit(commit, noting: entries)
        case .draft(let saving, let decision, _):
            try context.usage?.makeDraft(by: saving.draft.player, in: session.id)
            guard try await store.save(saving) else { return false }
            context.drafts.keep(decision, on: saving.draft, of: record)
        case .cancelledDraft(let draft):
            return try await store.cancel(draft, at: session.revision, of: session.id)
        case .overtakenDraft(let draft): try await store.markOvertaken(draft, of: session.id)
        case .freshMessage(let message, let answer):
            return try await store.save(message, of: session.id, answer: answer)
        case .claim(let claim, let now, let answer, let notices):
            return try await store.save(claim, at: now, answer: answer, telling: notices)
        case .changedClaim(let claim, let report):
            return try await store.update(claim, in: session, after: report)
        case .veto(let seat, let message, let answer):
            return try await store.veto(seat, by: message, of: session.id, answer: answer)
        case .device(let device, let now, let charge):
            return try await store.remember(device, in: session.id, at: now, charge: charge)
        case .sentMessage(let revision): try await store.markSent(revision, of: session.id)
        case .unsentMessage(let revision): try await store.markUnsent(revision, of: session.id)
        case .rematch(let rematch): return try await store.setRematch(rematch, of: record)
        case .replacement(let replacement): return try await store.replace(replacement, on: record)
        case .reminder(let reminder): return try await store.remind(reminder, in: session)
        }
        return true
    }

    /// The same with its notices.
    ///
    /// - Parameters:
    ///   - previously: the session before it.
    ///   - kept: the seats that were kept before it for players of the session before.
    func heard(
        by listeners: Listeners, previously: Session, keeping kept: [SeatIndex: PlayerID], usage: Usage?,
        makeID: () -> UUID
    ) -> SessionWrite {
        guard listeners.isAnybody else { return self }
        switch self {
        case .event(let commit, let cause, let entries):
            let heard = commit.heard(by: listeners, previously: previously, keeping: kept, usage: usage, makeID: makeID)
            return .event(heard, by: cause, noting: entries)
        case .claim(let claim, let now, let answer, _):
            return .claim(claim, at: now, answer, listeners.notices(of: claim, makeID: makeID))
        default: return self
        }
    }

    /// The session after its event; nil if it makes none.
    var result: Session? { if case .event(let commit, _, _) = self { commit.session } else { nil } }

    var notices: [Notice] {
        switch self {
        case .event(let commit, _, _): commit.notices ?? []
        case .claim(_, _, _, let notices): notices
        case .reminder(let reminder): reminder.notices
        default: []
        }
    }

    func count(_ metrics: ServiceMetrics) {
        switch self {
        case .event(let commit, let cause, _): metrics.committed(commit.event, by: cause)
        case .draft(_, _, let replaces):
            metrics.drafts.count(.saved)
            if replaces { metrics.drafts.count(.replaced) }
        case .cancelledDraft: metrics.drafts.count(.cancelled)
        case .overtakenDraft: metrics.drafts.count(.overtaken)
        default: break
        }
    }
}
