import Foundation
package import GameRules

/// Gets players their seats back who lost their credential, if witnesses vouch for them.
package struct ClaimService: Sendable {
    private static let batch = 100

    private let context: ServiceContext
    private let store: any SessionStores
    private let log: SessionLog
    private let answers: IdempotentAnswers

    /// Claims to seats of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        log = SessionLog(context: context, store: store, changes: changes)
        answers = IdempotentAnswers(context: context, store: store)
    }

    /// Claims a seat, and answers with the message that asks the others to vouch. Whoever has an open claim to the seat
    /// gets its message again; one to another seat stands in the way until its message is taken back.
    ///
    /// However many others claim seats, nobody is refused because of them; see ``Claim/State/aside``.
    ///
    /// - Throws: `session_over`, `not_found`, `bad_request` without a seat, `not_allowed`, `idempotency_key_reused`,
    ///   `rate_limited`, `unavailable`.
    package func reclaim(
        _ seat: SeatIndex?, in session: SessionID, _ request: MessageRequest
    ) async throws(ServiceError) -> TurnAnswer {
        try await answers.answer(request, in: session, through: log, isRecalledFirst: true) {
            record, id throws(ServiceError) in
            var record = record
            let (seat, holder) = try record.claimable(seat, by: request.player)
            try context.usage?.askForSeat(by: request.player, in: session)
            let claim = try await claim(seat, heldBy: holder, request, &record)
            let now = context.now()
            return newAnswer(to: request, id, message: .claim(claim.id), on: record) { answer throws(ServiceError) in
                try await store.save(claim, at: now, answer: answer)
            }
        }
    }

    /// Closes the claims to a seat, and answers with a fresh message of its holder's.
    ///
    /// - Throws: `session_over`, `not_found`, `bad_request` without a seat, `not_allowed`, `idempotency_key_reused`,
    ///   `unavailable`.
    package func veto(
        _ seat: SeatIndex?, in session: SessionID, _ request: MessageRequest
    ) async throws(ServiceError) -> TurnAnswer {
        try await answers.answer(request, in: session, through: log, isRecalledFirst: true) {
            record, id throws(ServiceError) in
            var record = record
            let now = context.now()
            let seat = try record.own(seat, by: request.player)
            try await refuseUnlessClaimed(seat, on: record, at: now)
            let fresh = FreshMessage(
                id: FreshMessageID(context.makeUUID()), player: request.player, revision: record.session.revision,
                createdAt: now)
            record.claims.removeAll { $0.seat == seat }
            return newAnswer(to: request, id, message: .fresh(fresh.id), on: record) { answer throws(ServiceError) in
                try await store.veto(seat, by: fresh, of: session, answer: answer)
            }
        }
    }

    /// Looks once for claims whose time has come, and grants or closes them. Instances may look at the same time: each
    /// claim is granted once.
    ///
    /// - Throws: the first failure, after all sessions had their turn: one that can't be read holds nobody up.
    package func sweep() async throws(ServiceError) {
        let now = context.now()
        try await Sweep(context: context, store: store).run { last, limit throws(ServiceError) in
            try await store.sessionsWithDueClaims(at: now, after: last, limit: limit)
        } _: { record throws(ServiceError) in
            let due = try await store.dueClaims(of: record.session.id, at: now, limit: Self.batch)
            let others = record.claims.filter { claim in !due.contains { $0.id == claim.id } }
            for claim in due + others { try await settle(claim, on: record) }
        }
    }

    // MARK: -

    private func newAnswer(
        to request: MessageRequest, _ id: RequestID, message: MessageReference, on record: SessionRecord,
        _ write: @escaping (AnswerRecord) async throws(ServiceError) -> Bool
    ) -> NewAnswer {
        let answer = answers.newAnswer(
            to: request, id, on: record.device(of: request.player, reporting: request.conversation), message: message,
            isDraft: false, after: record.session, knowing: record)
        let saving = SessionWrite { () async throws(ServiceError) in try await write(answer) }
        return NewAnswer(answer, write: saving, shown: record, keepsDevice: true)
    }

    /// The player's open claim to a seat, or a new one; one that has ended is closed first.
    private func claim(
        _ seat: SeatIndex, heldBy holder: PlayerID, _ request: MessageRequest, _ record: inout SessionRecord
    ) async throws(ServiceError) -> Claim {
        let session = record.session
        if let claim = try await openClaim(by: request.player, in: session) {
            guard claim.seat == seat else {
                throw record.refusal("You claim another seat of this game. Take that message back first.")
            }
            record.take(claim)
            return claim
        }
        guard try await !store.isVetoed(request.player, claiming: seat, of: holder, in: session.id) else {
            throw ServiceError(
                .notAllowed, "The seat's holder has objected. A link code or the operator helps.",
                revision: session.revision)
        }
        try await context.usage?.makeClaim { limit throws(ServiceError) in
            try await store.openClaims(by: request.player, limit: limit)
        }
        let claim = try await newClaim(to: seat, heldBy: holder, by: request.player, in: session)
        record.take(claim)
        return claim
    }

    /// The player's open claim of a session; those that have ended are closed.
    private func openClaim(by player: PlayerID, in session: Session) async throws(ServiceError) -> Claim? {
        while let claim = try await store.openClaim(by: player, of: session.id) {
            let state = claim.state(in: session, at: context.now())
            guard !state.stands else { return claim }
            guard try await close(claim, as: state, in: session) else {
                throw ServiceError(.unavailable, "This claim was just changed; try again.")
            }
        }
        return nil
    }

    /// A claim whose witnesses are those whom the holder's devices know by now: what they are told later makes nobody
    /// one.
    private func newClaim(
        to seat: SeatIndex, heldBy holder: PlayerID, by player: PlayerID, in session: Session
    ) async throws(ServiceError) -> Claim {
        let devices = try await store.devices(of: holder, in: session.id)
        let now = context.now()
        return Claim(
            id: ClaimID(context.makeUUID()), session: session.id, seat: seat, player: player, holder: holder,
            revision: session.revision, createdAt: now,
            expiresAt: now.adding(seconds: Claim.patience * context.limits.reclaimSeconds),
            witnesses: Witnesses(knownBy: devices, of: holder, for: player, in: session))
    }

    /// Refuses a veto to nothing. A claim that is not among those that were read with the session can be vetoed, too.
    private func refuseUnlessClaimed(
        _ seat: SeatIndex, on record: SessionRecord, at now: Date
    ) async throws(ServiceError) {
        guard !record.openClaims(at: now).contains(where: { $0.seat == seat }) else { return }
        let newest = try await store.newestClaim(to: seat, of: record.session.id)
        guard newest?.state(in: record.session, at: now) == .open else {
            throw record.refusal("Nobody claims this seat.")
        }
    }

    private func settle(_ claim: Claim, on record: SessionRecord) async throws(ServiceError) {
        let now = context.now()
        let session = record.session
        switch claim.state(in: session, at: now) {
        case .open, .aside:
            // NB: one that was set aside may have been vouched for as well as those that were not.
            if claim.isDue(at: now, in: session.seating) {
                try await grant(claim, on: record)
            } else if claim.until != nil, claim.grantedAt(in: session.seating) == nil {
                try await stop(claim, in: session)
            }
        case let state: try await close(claim, as: state, in: session)
        }
    }

    /// Commits the event by which the seat changes hands, unless the session has moved on since it was read.
    private func grant(_ claim: Claim, on record: SessionRecord) async throws(ServiceError) {
        let proposal = Proposal(.reclaim, by: claim.player, seat: claim.seat, basedOn: record.session.revision)
        let decision = try record.session.deciding(proposal, at: context.now())
        guard try await log.perform(log.write(decision, on: record, by: .deadline), in: claim.session) else { return }
        try await close(claim, as: .granted, in: decision.session)
    }

    /// Ends the time for a veto, since a voucher was erased or is the same as another by now.
    private func stop(_ claim: Claim, in session: Session) async throws(ServiceError) {
        var stopped = claim
        stopped.until = nil
        try await log.perform(log.write(stopped, in: session), in: claim.session)
    }

    /// Notes what became of a claim.
    ///
    /// - Returns: false if it was changed meanwhile.
    @discardableResult
    private func close(
        _ claim: Claim, as state: Claim.State, in session: Session
    ) async throws(ServiceError) -> Bool {
        var closed = claim
        closed.state = state
        return try await log.perform(log.write(closed, in: session), in: claim.session)
    }
}

extension SessionRecord {
    /// The seat that a player wants back, and whose it is.
    fileprivate func claimable(
        _ wanted: SeatIndex?, by player: PlayerID
    ) throws(ServiceError) -> (seat: SeatIndex, holder: PlayerID) {
        let seat = try named(wanted, by: player)
        guard session.phase != .draft, session.seating.table.taken.contains(seat),
            let holder = session.seating[seat].player
        else { throw refusal("Nobody plays at this seat.") }
        guard holder != player else { throw refusal("This seat is yours.") }
        guard session.seating.seats(of: player).isEmpty else {
            throw refusal("You have a seat in this game. Leave it first, or enter a link code of your other device.")
        }
        guard session.seating.seats.count >= 3 else {
            throw refusal("In a game of two nobody can vouch for you. A link code or the operator helps.")
        }
        return (seat, holder)
    }

    /// The seat whose claims a player objects to.
    fileprivate func own(_ wanted: SeatIndex?, by player: PlayerID) throws(ServiceError) -> SeatIndex {
        let seat = try named(wanted, by: player)
        guard session.seating.seats(of: player).contains(seat) else { throw refusal("This seat is not yours.") }
        return seat
    }

    /// The seat that a request names, of a session that may be read and is not over.
    private func named(_ seat: SeatIndex?, by player: PlayerID) throws(ServiceError) -> SeatIndex {
        guard mayBeRead(by: player) else { throw .notFound }
        guard !session.isOver else {
            throw ServiceError(.sessionOver, "This game is over.", revision: session.revision)
        }
        guard let seat else { throw ServiceError(.badRequest, "seat is missing.") }
        return seat
    }

    fileprivate func refusal(_ detail: String) -> ServiceError {
        ServiceError(.notAllowed, detail, revision: session.revision)
    }
}
