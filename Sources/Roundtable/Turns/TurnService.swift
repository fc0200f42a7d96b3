import Foundation
package import GameRules
@_spi(Roundtable) package import RoundtableJSON

/// Referees what players want to happen, and makes the message of it.
package struct TurnService: Sendable {
    /// A player's intent for a session, based on a revision of it.
    package struct Command: Sendable {
        private enum Wish {
            case move(SentJSON)
            case other(Proposal.Intent)
        }

        package let session: SessionID
        private let wish: Wish
        /// The revision that the player looked at; nil for what may be done at any.
        package let revision: Int?
        /// The seat that shall act, for players who hold several.
        package let seat: SeatIndex?

        /// A command.
        package init(_ intent: Proposal.Intent, in session: SessionID, revision: Int?, seat: SeatIndex? = nil) {
            self.init(.other(intent), in: session, revision: revision, seat: seat)
        }

        /// A move, which is read once it is known how large it may be.
        package init(move: SentJSON, in session: SessionID, revision: Int?, seat: SeatIndex? = nil) {
            self.init(.move(move), in: session, revision: revision, seat: seat)
        }

        private init(_ wish: Wish, in session: SessionID, revision: Int?, seat: SeatIndex?) {
            self.wish = wish
            self.session = session
            self.revision = revision
            self.seat = seat
        }

        /// What is proposed to the session.
        ///
        /// - Throws: `illegal_move`, for a move beyond the bounds of moves; `bad_request`, for one that can't be kept.
        fileprivate func intent(in session: Session) throws(ServiceError) -> Proposal.Intent {
            switch wish {
            case .move(let move): .move(try move.move(in: session))
            case .other(let intent): intent
            }
        }

        /// The intent, if it is no move.
        fileprivate var action: Proposal.Intent? { if case .other(let intent) = wish { intent } else { nil } }
    }

    private let context: ServiceContext
    private let log: SessionLog
    private let idempotency: Idempotency

    /// Turns of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionNotices) {
        self.context = context
        log = SessionLog(context: context, store: store, changes: changes)
        idempotency = Idempotency(context: context, store: store)
    }

    /// Decides a command and answers with the finished message: a draft, or, if asked for or if the move reveals
    /// something, a committed event. A repeated request gets the first answer.
    ///
    /// - Throws: every refusal of ``Session/deciding(_:draft:at:)``, `not_found`, also for players who may not read the
    ///   session, `idempotency_key_reused`, `rate_limited` for a draft, `quota_exceeded`, `unavailable`.
    package func submit(_ command: Command, _ request: MessageRequest) async throws(ServiceError) -> TurnAnswer {
        try await idempotency.answer(request, in: command.session, after: command.revision) {
            once throws(ServiceError) in
            try await log.update(command.session, for: request.asker, isCachedFirst: true) {
                record throws(ServiceError) in
                try await once.decided(on: record) { () async throws(ServiceError) in
                    let circumstances = try await Circumstances.find(
                        command.action, at: command.seat, by: request.player, on: record, context, in: log.store)
                    return try decide(
                        command, in: circumstances, request, once.id, on: record, at: context.clockReading)
                }
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
        let answer = try await idempotency.answer(request, in: session, isSearchedFirst: true) {
            once throws(ServiceError) in
            try await log.update(session, for: request.asker) { record throws(ServiceError) in
                try await once.decided(on: record) { () async throws(ServiceError) in
                    guard record.session.seating.hasKnown(request.player) else {
                        throw ServiceError(.notSeated)
                    }
                    return try showAgain(request, once.id, on: try await record.withLiveDraft(context))
                }
            }
        }
        return answer.message
    }

    // MARK: - Decisions

    private func decide(
        _ command: Command, in circumstances: Circumstances, _ request: MessageRequest, _ id: RequestID,
        on record: SessionRecord, at now: ClockReading
    ) throws(ServiceError) -> SessionLog.Decided<DecidedAnswer> {
        let session = record.session
        let basedOn = command.revision ?? session.revision
        let intent: Proposal.Intent
        do {
            intent = try command.intent(in: session)
        } catch {
            // NB: whoever may not move now learns nothing else, whatever they sent.
            try session.checkMove(by: request.player, at: command.seat, basedOn: basedOn, in: circumstances)
            throw error
        }
        let proposal = Proposal(
            intent, by: request.player, seat: command.seat, basedOn: basedOn, nickname: request.nickname)
        let decision = try session.deciding(proposal, in: circumstances, at: now)
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
        let isNewcomer = session.seating.seats(of: request.player).isEmpty && session.identity.origin == nil
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
        let device = record.device(of: request.player, reporting: request.conversation)
        guard session.revision > 0 else {
            guard let opening = record.draft else {
                throw ServiceError(because: .openingTakenBack, revision: 0)
            }
            let answer = try DecidedAnswer(
                to: request, .draft(opening, record.decision), in: session, on: device, knowing: record, context)
            return .nothing(answer.keepingDevice(of: request, on: record, context))
        }
        try context.usage?.makeFreshMessage(by: request.player, in: session.id)
        let fresh = FreshMessageRecord(
            id: FreshMessageID(context.makeUUID()), player: request.player, revision: session.revision,
            createdAt: context.now())
        let answer = try DecidedAnswer(to: request, .fresh(fresh.id), in: session, on: device, knowing: record, context)
        return .write(
            .freshMessage(fresh, answer.kept(for: request, id)),
            answer.keepingDevice(of: request, on: record, context))
    }
}

extension SessionRecord {
    /// The reports of the asking device so far.
    var aliases: AliasBook { device?.aliases ?? AliasBook() }

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
