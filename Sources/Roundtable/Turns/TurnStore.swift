import Foundation
import GameRules

/// One event to be committed, with all that becomes true together with it.
package struct Commit: Sendable {
    /// The event, and the session after it; the session in the store must be at the revision before.
    package let decision: Decision
    /// The session's generation when it was decided.
    package let generation: Int
    /// The answer to a repeated request, kept in the event's row; nil if the request is safe to repeat by itself.
    package let answer: StoredAnswer?
    /// The asking device, as the answer's names rest on it; it must not have learned anything since. Nil if nobody is
    /// named.
    package let device: DeviceReport?
    /// The bytes that it may leave behind.
    package let allowance: ByteAllowance
    /// The notices of it; nil if nobody listens.
    package private(set) var notices: [Notice]?
    /// When those who are to act after it are reminded.
    package private(set) var reminder = ReminderTime()

    package init(
        _ decision: Decision, generation: Int, answer: StoredAnswer? = nil, device: DeviceReport? = nil,
        within quotas: Quotas? = nil
    ) {
        self.decision = decision
        self.generation = generation
        self.answer = answer
        self.device = device
        allowance = quotas?.allowance(for: decision.event, isAsked: answer != nil) ?? .unlimited
    }
}

extension Commit {
    package var event: Event { decision.event }
    package var session: Session { decision.session }

    /// The same with its notices.
    ///
    /// - Parameters:
    ///   - previously: the session before it.
    ///   - kept: the seats that were kept before it for players of the session before.
    ///   - usage: by which the notices of one player may have to wait; nil for no limit.
    func heard(
        by listeners: Listeners, previously: Session, keeping kept: [SeatIndex: PlayerID], usage: Usage?,
        makeID: () -> UUID
    ) -> Commit {
        var commit = self
        var notices = listeners.notices(
            of: event, in: session, previously: previously, keeping: kept, makeID: makeID)
        if let usage, let author = event.player {
            let seconds = usage.tell(notices.reduce(0) { $0 + $1.items.count }, by: author)
            for place in notices.indices where seconds > 0 {
                notices[place].dueAt = notices[place].dueAt.adding(seconds: seconds)
            }
        }
        commit.notices = notices
        commit.reminder = listeners.reminder(in: session, after: event)
        return commit
    }
}

/// A device with the conversation that it reports in a request, and what the store is thought to know of it.
package struct DeviceReport: Sendable {
    /// The device as it reports itself.
    @Boxed package private(set) var device: Device
    /// Whether the store is to keep it, because it reports something new.
    package let hasChanges: Bool

    package init(_ device: Device, hasChanges: Bool) {
        self.device = device
        self.hasChanges = hasChanges
    }
}

/// A draft to be kept, with all that becomes true together with it.
package struct DraftSaving: Sendable {
    /// The draft, in place of its author's older ones.
    package let draft: Draft
    /// Its session as it was decided on, at whose revision it must still be.
    package let session: Session
    /// The answer to a repeated request, kept in the draft's row.
    package let answer: StoredAnswer
    /// The asking device, as the answer's names rest on it; it must not have learned anything since.
    package let device: DeviceReport
    /// The bytes that count because its event will write the session anew.
    package let rewriting: Int
    /// The bytes that it may leave behind.
    package let allowance: ByteAllowance

    init(
        _ draft: Draft, of session: Session, answer: StoredAnswer, device: DeviceReport, positionBytes: Int,
        within quotas: Quotas?
    ) {
        self.draft = draft
        self.session = session
        self.answer = answer
        self.device = device
        rewriting = session.seating.rewriting(position: positionBytes)
        allowance = quotas?.allowance(for: draft) ?? .unlimited
    }
}

/// Where turns, drafts and first answers are kept.
package protocol TurnStore: Sendable {
    /// Commits an event, by one conditional write: all of it, or nothing and false if the session has moved on, its
    /// draft was cancelled, or its device has learned something since.
    ///
    /// - Throws: `quota_exceeded`.
    func commit(_ commit: Commit) async throws(ServiceError) -> Bool
    /// Commits an event together with its lines of the audit log, or neither; false if the session has moved on.
    func commit(_ commit: Commit, noting entries: [AuditEntry]) async throws(ServiceError) -> Bool
    /// Stores a draft; false, and nothing, if the session has moved on, its author's device has learned something
    /// since, or there is a draft with this ID.
    ///
    /// - Throws: `quota_exceeded`.
    func save(_ saving: DraftSaving) async throws(ServiceError) -> Bool
    /// A draft that was stored here lately, its author's newest, that only a conditional write decides about; nil if it
    /// is not remembered.
    func cachedDraft(_ draft: DraftID, in session: SessionID) -> Draft?
    func draft(_ id: DraftID, of session: SessionID) async throws(ServiceError) -> Draft?
    /// Takes a draft back for good, and abandons its session if that was to be opened by it; false, and nothing, if the
    /// session is not at this revision any more.
    func cancel(_ draft: Draft, at revision: Int, of session: SessionID) async throws(ServiceError) -> Bool
    /// Notes that a draft's bubble was sent but came too late.
    func markOvertaken(_ draft: DraftID, of session: SessionID) async throws(ServiceError)
    /// The first answer to a request, if it is kept still.
    ///
    /// - Throws: `idempotency_key_reused`, if nothing but its draft is.
    func answer(_ search: StoredAnswer.Search) async throws(ServiceError) -> StoredAnswer?
}
