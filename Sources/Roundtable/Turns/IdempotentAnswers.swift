import Foundation
import GameRules

/// Answers requests that make a message: the first time and every further time in the same words.
///
/// The first answer to what makes an event or a draft is kept in that row, and found only by a look through the
/// session's rows after a refusal or a collision. Nevertheless no repetition counts a second time, on whatever
/// instance:
///
/// - An event is committed on the condition that the session is at the revision on which it was decided. Of two turns
///   with one key at once one is first; the other collides with it, and finds its event.
/// - A repetition names the same revision, so the first event came after it. While the session is at that revision
///   there is none. When it has moved on, the repetition is stale as a rule. Where it is not (others moved at the same
///   time; a join names no revision), the seats tell whether the player may have acted since: only then the first
///   answer is looked for beforehand.
/// - A draft has the ID of its request, so there is no other, on whatever revision: of two at once, and of any later
///   one, the primary key refuses the second. A move that was to be a draft but by now reveals something is looked for
///   beforehand, if the session has moved on. Should the draft be made at that very moment by another instance, it is
///   overtaken by its own move.
///
/// A key that comes with another request, a mistake of the client's, is noticed after a refusal or a collision, and for
/// a draft by that primary key. Beyond that an instance looks beforehand for requests that it is answering or has
/// answered lately, one of them at a time; so of a draft and a turn with one key at once one counts. Requests that two
/// instances accept, the second of them for a later revision, or a draft and a turn for the same, count as two, each
/// repeated as its own.
struct IdempotentAnswers: Sendable {
    let context: ServiceContext
    let store: any SessionStores

    /// A first answer as it is to be stored, with names and claims as they are now.
    ///
    /// - Parameters:
    ///   - device: the asking device with the conversation that it reports in the request.
    ///   - record: what was known before; nil for a new session.
    func newAnswer(
        to request: MessageRequest, _ id: RequestID, on device: Device, message: MessageReference, isDraft: Bool,
        after session: Session, knowing record: SessionRecord? = nil
    ) -> AnswerRecord {
        let names = Attributions(device: device, seating: session.seating)
        context.metrics.composed(naming: names)
        return AnswerRecord(
            id: id, player: request.player, request: request.idempotency.complete,
            answer: StoredAnswer(
                message: message, isDraft: isDraft, revision: session.revision, conversation: request.conversation,
                participants: names.resolved,
                language: context.composer.language(for: request.locale.map { [$0] } ?? []),
                claims: record?.claims(after: session, by: request.player, at: context.now())))
    }

    /// Answers a request about a session: as it was answered before, or by what is decided now.
    ///
    /// - Parameters:
    ///   - revision: the one that the request names; nil for none.
    ///   - isCachedFirst: as for ``SessionLog/update(_:for:startingFrom:isCachedFirst:recall:_:)``.
    ///   - isRecalledFirst: whether the first answer is looked for before anything is decided, since a decision takes
    ///     of a quota.
    /// - Throws: `not_found`, also for players who may not read the session; `idempotency_key_reused`; what is decided
    ///   so.
    func answer(
        _ request: MessageRequest, in session: SessionID, after revision: Int? = nil, through log: SessionLog,
        isCachedFirst: Bool = false, isRecalledFirst: Bool = false,
        _ decide: (SessionRecord, RequestID) async throws(ServiceError) -> NewAnswer
    ) async throws(ServiceError) -> TurnAnswer {
        let id = request.id(in: session)
        return try await context.requests.answer(id) { isKnown throws(ServiceError) in
            try await answer(
                request, id, in: session, after: isKnown ? 0 : revision ?? 0, through: log,
                isCachedFirst: isCachedFirst, isRecalledFirst: isRecalledFirst || isKnown, decide)
        }
    }

    private func answer(
        _ request: MessageRequest, _ id: RequestID, in session: SessionID, after revision: Int, through log: SessionLog,
        isCachedFirst: Bool, isRecalledFirst: Bool,
        _ decide: (SessionRecord, RequestID) async throws(ServiceError) -> NewAnswer
    ) async throws(ServiceError) -> TurnAnswer {
        let recall = { () async throws(ServiceError) -> TurnAnswer? in
            guard let record = try await record(for: request, id, in: session, after: revision) else { return nil }
            return try await answer(again: record, to: request, in: session)
        }
        return try await log.update(session, for: request.asker, isCachedFirst: isCachedFirst, recall: recall) {
            known throws(ServiceError) in
            guard known.mayBeRead(by: request.player) else { throw .notFound }
            if isRecalledFirst || known.mayHaveAnswered(request, id, after: revision),
                let first = try await recall()
            {
                return .nothing(first)
            }
            let new = try await decide(known, id)
            let wasDraft = request.send == .draft && !new.answer.answer.isDraft && known.session.revision > revision
            if wasDraft, !isRecalledFirst, let first = try await recall() { return .nothing(first) }
            let outcome = { () async throws(ServiceError) -> TurnAnswer in
                if new.keepsDevice { try await remember(request, on: known) }
                return try await write(new.answer.answer, to: request, on: new.shown)
            }
            guard let write = new.write else { return .nothing(try await outcome()) }
            return .write(write, outcome)
        }
    }

    /// The first answer to this request, if it was answered before and that is not forgotten.
    ///
    /// - Parameter revision: the one before the first event that it may have made.
    /// - Throws: `idempotency_key_reused`, if the key came with another request.
    func record(
        for request: MessageRequest, _ id: RequestID, in session: SessionID, after revision: Int
    ) async throws(ServiceError) -> AnswerRecord? {
        let search = AnswerSearch(
            session: session, player: request.player, request: request.idempotency, id: id, after: revision,
            since: context.now().adding(seconds: -context.limits.answerSeconds))
        guard let record = try await store.answer(search) else { return nil }
        guard request.idempotency.asks(as: record.request) else {
            throw ServiceError(
                .idempotencyKeyReused, "This Idempotency-Key came with another request before.",
                revision: try await store.revision(of: session))
        }
        return record
    }

    /// A stored answer written out: from the same identifiers in the same words, from others in words for them.
    func answer(
        again record: AnswerRecord, to request: MessageRequest, in id: SessionID
    ) async throws(ServiceError) -> TurnAnswer {
        guard var known = try await store.record(of: id, for: request.asker) else { throw .notFound }
        known.session = try await context.earlier.session(
            of: known, at: record.answer.revision, in: store, for: .player(request.player))
        var answer = try await write(record.answer, to: request, on: known)
        answer.isRepeated = true
        return answer
    }

    /// An answer written out for a session as it was when it was first given.
    ///
    /// - Parameter record: that session, and what is known of the asker; its draft is not read again if the answer has
    ///   it.
    func write(
        _ stored: StoredAnswer, to request: MessageRequest, on record: SessionRecord
    ) async throws(ServiceError) -> TurnAnswer {
        let seating = record.session.seating
        let names: Attributions
        if stored.conversation == request.conversation {
            names = Attributions(reader: request.player, seating: seating, participants: stored.participants)
        } else {
            let device = record.device(of: request.player, reporting: request.conversation)
            names = Attributions(device: device, seating: seating)
        }
        let presenter = SessionPresenter(context: context, names: names, language: stored.language)
        return try await answer(stored, on: record, by: presenter)
    }

    private func answer(
        _ stored: StoredAnswer, on record: SessionRecord, by presenter: SessionPresenter
    ) async throws(ServiceError) -> TurnAnswer {
        let session = record.session
        var shown = SessionRecord(session: session)
        let staged: SessionPresenter.Staged
        switch stored.message {
        case .draft(let id):
            let known = record.draft?.id == id ? record.draft : try await store.draft(id, of: session.id)
            guard let draft = known else { throw .notFound }
            if stored.isDraft { shown.show(draft, as: try await decision(on: draft, in: record)) }
            staged = presenter.staged(
                draft.texts, by: Composer.Mover(player: draft.player, seat: draft.proposal.seat),
                as: stored.message, revision: draft.expectedRevision, in: session.identity)
        case .event, .fresh, .picture:
            guard let newest = session.newest else { throw .notFound }
            staged = presenter.staged(
                try session.labelled(newest.details.texts), by: Composer.Mover(of: newest),
                as: stored.message, revision: newest.revision, in: session.identity)
        case .claim(let id):
            guard let claim = try await store.claim(id, of: session.id) else { throw .notFound }
            staged = presenter.staged(
                .claim(to: claim.seat), by: Composer.Mover(player: claim.player, seat: nil), as: stored.message,
                revision: claim.revision, in: session.identity)
        }
        var view = try presenter.view(of: shown, besides: staged)
        view.claims = stored.claims ?? []
        return TurnAnswer(session: view, message: staged.message, draft: stored.isDraft)
    }

    /// What a draft came to when the answer was first given.
    private func decision(on draft: Draft, in record: SessionRecord) async throws(ServiceError) -> DraftDecision {
        if let decision = record.decision, record.draft?.id == draft.id { return decision }
        return try await context.drafts.firstDecision(on: draft) { record.session }
    }

    /// Keeps the device's identifiers, if they are not the ones already known.
    func remember(_ request: MessageRequest, on record: SessionRecord) async throws(ServiceError) {
        let report = record.report(of: request.player, reporting: request.conversation)
        guard report.hasChanges else { return }
        // If another request has just taught the device more, it has told its identifiers, too.
        let now = context.now()
        let charge = report.device.charge(replacing: record.device, at: now, within: context.quotas)
        _ = try await store.remember(report.device, in: record.session.id, at: now, charge: charge)
    }
}

/// The answer to a request, to be stored with what it brings about.
struct NewAnswer {
    let answer: AnswerRecord
    /// Nil if nothing changes.
    let write: SessionWrite?
    /// The session as the answer shows it.
    let shown: SessionRecord
    /// Whether the asking device is kept by a write of its own.
    let keepsDevice: Bool

    init(_ answer: AnswerRecord, write: SessionWrite?, shown: SessionRecord, keepsDevice: Bool = false) {
        self.answer = answer
        self.write = write
        self.shown = shown
        self.keepsDevice = keepsDevice
    }
}

extension SessionRecord {
    /// Whether the player's draft, or an event after a revision, may be what a request has made.
    fileprivate func mayHaveAnswered(_ request: MessageRequest, _ id: RequestID, after revision: Int) -> Bool {
        draft?.id.uuid == id.uuid
            || session.revision > revision && session.seating.mayHaveActed(request.player, after: revision)
    }
}
