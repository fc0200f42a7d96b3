import Foundation
package import GameRules

/// Referees what players want to happen, and makes the message of it.
package struct TurnService: Sendable {
    let log: SessionLog

    private var context: ServiceContext { log.context }

    /// Decides what a player wants to do in a session and answers with the finished message: a draft, or, if asked for
    /// or if the move reveals something, a committed event. A repeated request gets the first answer.
    ///
    /// - Parameters:
    ///   - seat: the seat that shall act, for players who hold several.
    ///   - revision: the revision that the player looked at; nil for what may be done at any.
    /// - Throws: every refusal of ``Session/deciding(_:draft:operation:in:at:)``, `not_found`, also for players who may
    ///   not read the session, `idempotency_key_reused`, `rate_limited` for a draft, `quota_exceeded`, `unavailable`.
    package func submit(
        _ intent: Proposal.Intent, in session: SessionID, at seat: SeatIndex? = nil, basedOn revision: Int?,
        _ request: MessageRequest
    ) async throws(ServiceError) -> TurnAnswer {
        try await log.answer(request, in: session, after: revision) { once throws(ServiceError) in
            try await once.update(isCachedFirst: true) { record throws(ServiceError) in
                let proposal = Proposal(
                    intent, by: request.player, seat: seat, basedOn: revision ?? record.session.revision,
                    nickname: request.nickname)
                let circumstances = try await Circumstances.find(for: proposal, on: record, context, in: log.store)
                return try decide(
                    proposal, in: circumstances, request, once.id, on: record, at: context.clockReading)
            }
        }
    }

    /// A message of the current state, made by this player: to resend, to nudge, to replace one that was never sent.
    ///
    /// - Throws: `not_found`, `not_seated`, `not_allowed` while there is nothing to show, `idempotency_key_reused`,
    ///   `rate_limited`.
    package func freshMessage(
        of session: SessionID, _ request: MessageRequest
    ) async throws(ServiceError) -> GameMessage {
        let answer = try await log.answer(request, in: session, isSearchedFirst: true) { once throws(ServiceError) in
            try await once.update { record throws(ServiceError) in
                guard record.session.seating.hasKnown(request.player) else { throw ServiceError(.notSeated) }
                return try showAgain(request, once.id, on: try await record.withLiveDraft(context))
            }
        }
        return answer.message
    }

    // MARK: - Decisions

    private func decide(
        _ proposal: Proposal, in circumstances: Circumstances, _ request: MessageRequest, _ id: RequestID,
        on record: SessionRecord, at now: ClockReading
    ) throws(ServiceError) -> SessionLog.Decided<DecidedAnswer> {
        let decision = try record.session.deciding(proposal, in: circumstances, at: now)
        return request.send == .now || decision.reveals
            ? try commit(decision, request, id, on: record)
            : try draft(
                proposal, as: decision, keeping: circumstances.keptSeats, request, id, on: record, at: now.date)
    }

    private func commit(
        _ decision: Decision, _ request: MessageRequest, _ id: RequestID, on record: SessionRecord
    ) throws(ServiceError) -> SessionLog.Decided<DecidedAnswer> {
        // NB: texts that can't be shown are refused before anything is kept.
        _ = try decision.session.labelledNewest()
        let report = record.report(of: request.player, reporting: request.conversation)
        let answer = try DecidedAnswer(
            to: request, .event, in: decision.session, on: report.device, knowing: record, context)
        let commit = Commit(
            decision, generation: record.generation, answer: answer.kept(for: request, id), device: report,
            within: context.quotas)
        return .write(.event(commit, by: .now), answer)
    }

    private func draft(
        _ proposal: Proposal, as decision: Decision, keeping kept: [SeatIndex: PlayerID], _ request: MessageRequest,
        _ id: RequestID, on record: SessionRecord, at now: Date
    ) throws(ServiceError) -> SessionLog.Decided<DecidedAnswer> {
        let session = record.session
        var proposal = proposal
        // NB: in a rematch a newcomer's draft names the seat that was kept for them, or for nobody.
        let isNewcomer = !session.seating.hasSeat(of: request.player) && session.identity.origin == nil
        proposal.seat = isNewcomer ? nil : decision.event.seat.flatMap { session.seating.has($0) ? $0 : nil }
        let draft = Draft(of: proposal, as: decision, by: request, id, at: now, context)
        let draftDecision = DraftDecision(decision)
        // NB: texts that can't be shown are refused before anything is kept.
        _ = try draftDecision.texts(of: draft)
        let report = record.report(of: request.player, reporting: request.conversation)
        let answer = try DecidedAnswer(
            to: request, .draft(draft, draftDecision), in: session, on: report.device, knowing: record,
            keeping: kept, context)
        let saving = DraftSaving(
            draft, of: session, answer: answer.kept(for: request, id), device: report,
            positionBytes: decision.position.data.count, within: context.quotas)
        return .write(.draft(saving, draftDecision, replaces: record.draft != nil), answer)
    }

    private func showAgain(
        _ request: MessageRequest, _ id: RequestID, on record: SessionRecord
    ) throws(ServiceError) -> SessionLog.Decided<DecidedAnswer> {
        let session = record.session
        guard session.revision > 0 else {
            guard let opening = record.draft else {
                throw ServiceError(because: session.isOver ? .openingTakenBack : .notSent, revision: 0)
            }
            return .nothing(try DecidedAnswer(to: request, .draft(opening, record.decision), on: record, context))
        }
        try context.usage?.makeFreshMessage(by: request.player, in: session.id)
        let fresh = FreshMessageRecord(
            id: FreshMessageID(context.makeUUID()), player: request.player, revision: session.revision,
            createdAt: context.now())
        let answer = try DecidedAnswer(to: request, .fresh(fresh.id), on: record, context)
        return .write(.freshMessage(fresh, answer.kept(for: request, id)), answer)
    }
}

extension SessionRecord {
    /// The same after a decision on it.
    func after(_ decision: Decision) -> SessionRecord {
        var record = self
        record.session = decision.session
        return record
    }

    /// The asking device with the conversation that it reports now.
    func device(of player: PlayerID, reporting conversation: Conversation) -> Device {
        device?.reporting(conversation, at: session.revision)
            ?? Device(player: player, conversation: conversation, since: session.revision)
    }

    /// The asking device with the conversation that it reports now, and whether that is worth keeping.
    func report(of player: PlayerID, reporting conversation: Conversation) -> DeviceReport {
        let reported = device(of: player, reporting: conversation)
        return DeviceReport(reported, hasChanges: reported.hasChanges(from: device, in: session.seating))
    }
}
