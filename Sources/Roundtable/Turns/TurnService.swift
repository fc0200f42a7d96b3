import Foundation
package import GameRules

/// Referees what players want to happen, and makes the message of it.
package struct TurnService: Sendable {
    /// What a player wants, of a session and a revision of it.
    package struct Wish: Sendable {
        package let session: SessionID
        package let intent: Proposal.Intent
        /// The revision that the player looked at; nil for what may be done at any.
        package let revision: Int?
        /// The seat that shall act, for players who hold several.
        package let seat: SeatIndex?

        /// A wish.
        package init(_ intent: Proposal.Intent, in session: SessionID, revision: Int?, seat: SeatIndex? = nil) {
            self.intent = intent
            self.session = session
            self.revision = revision
            self.seat = seat
        }
    }

    /// How often a wish is decided anew because the session moved on in between: more often than a table has seats, since
    /// all of them may act at once.
    static let attempts = 64

    private let context: ServiceContext
    private let store: any SessionStores
    private let changes: SessionChanges
    private let answers: AnswerDesk

    /// Turns of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        self.changes = changes
        answers = AnswerDesk(context: context, store: store)
    }

    /// Decides a wish and answers with the finished message: a draft, or, if asked for or if the move reveals something,
    /// a committed event. A repeated request gets the first answer.
    ///
    /// - Throws: every refusal of ``Session/deciding(_:draft:at:)``, `not_found`, `idempotency_key_reused`, `unavailable`.
    package func submit(_ wish: Wish, _ request: TurnRequest) async throws(ServiceError) -> TurnAnswer {
        var hint = store.hint(of: wish.session, for: request.asker)
        for _ in 0..<Self.attempts {
            let isHint = hint != nil
            let known = if let hint { hint } else { try await store.record(of: wish.session, for: request.asker) }
            guard let record = known else { throw .notFound }
            hint = nil
            do {
                if let answer = try await attempt(wish, request, on: record) {
                    if isHint { context.metrics.hints.count(.hit) }
                    return answer
                }
            } catch {
                // NB: what is refused on a session that has moved on may well be allowed.
                if isHint, error.code != .unavailable { continue }
                if let first = try await firstAnswer(to: request, in: wish.session) { return first }
                throw error.revision == nil ? error.at(revision: record.session.revision) : error
            }
            if let first = try await firstAnswer(to: request, in: wish.session) { return first }
            if isHint { context.metrics.hints.count(.refuted) }
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }

    /// A message of the current state, made by this player: to resend, to nudge, to replace one that was never sent.
    ///
    /// - Throws: `not_found`, `not_seated`, `not_allowed` while there is nothing to show, `idempotency_key_reused`.
    package func freshMessage(
        of session: SessionID, _ request: TurnRequest
    ) async throws(ServiceError) -> MessageView {
        guard let record = try await store.record(of: session, for: request.asker) else { throw .notFound }
        if let first = try await firstAnswer(to: request, in: session) { return first.message }
        guard record.session.seating.hasKnown(request.player) else {
            throw ServiceError(.notSeated, "You have no seat in this game.", revision: record.session.revision)
        }
        let fresh = try await saveFresh(request, on: record.withLiveDraft(at: context.now()))
        try await answers.remember(request, on: record)
        guard let stored = try await answers.record(for: request, in: session) ?? fresh else { throw .notFound }
        return try await answers.answer(again: stored, to: request, in: session).message
    }

    // MARK: -

    /// One attempt on the session as it was read; nil if it had moved on when the write came.
    private func attempt(
        _ wish: Wish, _ request: TurnRequest, on record: SessionRecord
    ) async throws(ServiceError) -> TurnAnswer? {
        let session = record.session
        let now = context.now()
        var proposal = Proposal(
            wish.intent, by: request.player, seat: wish.seat, basedOn: wish.revision ?? session.revision,
            nickname: request.nickname)
        let decision = try session.deciding(proposal, at: now)
        let report = record.report(of: request.player, telling: request.conversation)
        let saved: AnswerRecord?
        var known = record
        if request.send == .now || decision.reveals {
            saved = try await commit(decision, request, report, on: record)
            known.session = decision.session
        } else {
            proposal.seat = session.seating.seats(of: request.player).isEmpty ? nil : decision.event.seat
            let draft = Draft(of: proposal, as: decision, by: request.player, at: now, context)
            saved = try await save(draft, by: request, report, on: record)
            known.draft = draft
        }
        guard let saved else { return nil }
        changes.didChange(session.id)
        return try await answers.write(saved.answer, to: request, on: known)
    }

    private func commit(
        _ decision: Decision, _ request: TurnRequest, _ report: DeviceReport, on record: SessionRecord
    ) async throws(ServiceError) -> AnswerRecord? {
        let answer = answers.newAnswer(
            to: request, on: report.device, message: decision.event.message, isDraft: false,
            after: decision.session, knowing: record)
        let commit = Commit(decision, cancellations: record.cancellations, answer: answer, device: report)
        guard try await store.commit(commit) else { return nil }
        context.metrics.committed(decision.event, by: .now)
        return answer
    }

    private func save(
        _ draft: Draft, by request: TurnRequest, _ report: DeviceReport, on record: SessionRecord
    ) async throws(ServiceError) -> AnswerRecord? {
        let session = record.session
        let answer = answers.newAnswer(
            to: request, on: report.device, message: .draft(draft.id), isDraft: true, after: session,
            knowing: record)
        let saving = DraftSaving(draft, of: session.id, at: session.revision, answer: answer, device: report)
        guard try await store.save(saving) else { return nil }
        context.metrics.drafts.count(.saved)
        if record.draft != nil { context.metrics.drafts.count(.replaced) }
        return answer
    }

    private func saveFresh(
        _ request: TurnRequest, on record: SessionRecord
    ) async throws(ServiceError) -> AnswerRecord? {
        let session = record.session
        let device = record.device(of: request.player, telling: request.conversation)
        guard session.revision > 0 else {
            guard let opening = record.draft else {
                throw ServiceError(.notAllowed, "The opening message was taken back.", revision: 0)
            }
            return answers.newAnswer(
                to: request, on: device, message: .draft(opening.id), isDraft: true, after: session,
                knowing: record)
        }
        let fresh = FreshMessage(
            id: FreshMessageID(context.makeUUID()), player: request.player, revision: session.revision,
            createdAt: context.now())
        let answer = answers.newAnswer(
            to: request, on: device, message: .fresh(fresh.id), isDraft: false, after: session, knowing: record)
        return try await store.save(fresh, of: session.id, answer: answer) ? answer : nil
    }

    private func firstAnswer(
        to request: TurnRequest, in session: SessionID
    ) async throws(ServiceError) -> TurnAnswer? {
        guard let record = try await answers.record(for: request, in: session) else { return nil }
        return try await answers.answer(again: record, to: request, in: session)
    }
}

extension SessionRecord {
    /// What the asking device has reported so far.
    var aliases: AliasBook { device?.aliases ?? AliasBook() }

    /// The asking device as it tells of its conversation now.
    func device(of player: PlayerID, telling conversation: Conversation) -> Device {
        device?.telling(conversation, at: session.revision)
            ?? Device(player: player, conversation: conversation, since: session.revision)
    }

    /// The asking device as it tells of its conversation now, and whether that is worth keeping.
    func report(of player: PlayerID, telling conversation: Conversation) -> DeviceReport {
        let told = device(of: player, telling: conversation)
        return DeviceReport(told, isNews: told.isNews(to: device, in: session.seating))
    }
}
