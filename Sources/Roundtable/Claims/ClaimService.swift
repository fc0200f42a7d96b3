import Foundation
package import GameRules

/// Gets players their seats back who lost their credential, if witnesses vouch for them.
package struct ClaimService: Sendable {
    private static let batch = 100

    private let context: ServiceContext
    private let store: any SessionStores
    private let changes: SessionChanges
    private let answers: AnswerDesk

    /// Claims to seats of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        self.changes = changes
        answers = AnswerDesk(context: context, store: store)
    }

    /// Claims a seat, and answers with the message that asks the others to vouch. Whoever has an open claim to the seat gets
    /// its message again.
    ///
    /// - Throws: `session_over`, `not_found`, `bad_request` without a seat, `not_allowed`, `idempotency_key_reused`,
    ///   `unavailable`.
    package func reclaim(
        _ seat: SeatIndex?, in session: SessionID, _ request: TurnRequest
    ) async throws(ServiceError) -> TurnAnswer {
        try await answer(request, in: session) { record throws(ServiceError) in
            let (seat, holder) = try record.claimable(seat, by: request.player)
            guard let claim = try await claim(seat, heldBy: holder, request, &record) else { return nil }
            let answer = newAnswer(to: request, message: .claim(claim.id), on: record)
            return try await store.save(claim, at: context.now(), answer: answer) ? answer : nil
        }
    }

    /// Closes the claims to a seat, and answers with a fresh message of its holder's.
    ///
    /// - Throws: `session_over`, `not_found`, `bad_request` without a seat, `not_allowed`, `idempotency_key_reused`,
    ///   `unavailable`.
    package func veto(
        _ seat: SeatIndex?, in session: SessionID, _ request: TurnRequest
    ) async throws(ServiceError) -> TurnAnswer {
        try await answer(request, in: session) { record throws(ServiceError) in
            let now = context.now()
            let seat = try record.vetoable(seat, by: request.player, at: now)
            let fresh = FreshMessage(
                id: FreshMessageID(context.makeUUID()), player: request.player, revision: record.session.revision,
                createdAt: now)
            record.claims.removeAll { $0.seat == seat }
            let answer = newAnswer(to: request, message: .fresh(fresh.id), on: record)
            return try await store.veto(seat, by: fresh, of: session, answer: answer) ? answer : nil
        }
    }

    /// Looks once for claims whose time has come, and grants or closes them. Instances may look at the same time: each claim
    /// is granted once.
    ///
    /// - Throws: the first failure, after all sessions had their turn: one that can't be read holds nobody up.
    package func sweep() async throws(ServiceError) {
        var failure: ServiceError?
        for id in try await store.sessionsWithDueClaims(at: context.now(), limit: Self.batch) {
            do throws(ServiceError) {
                guard let record = try await store.record(of: id, for: nil) else { continue }
                for claim in record.claims { try await settle(claim, on: record) }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    // MARK: -

    /// Answers a request: as it was answered before, or by an attempt on the session as it is, repeated while others change it.
    private func answer(
        _ request: TurnRequest, in session: SessionID,
        _ attempt: (inout SessionRecord) async throws(ServiceError) -> AnswerRecord?
    ) async throws(ServiceError) -> TurnAnswer {
        for _ in 0..<TurnService.attempts {
            guard var record = try await store.record(of: session, for: request.asker) else { throw .notFound }
            if let first = try await answers.record(for: request, in: session) {
                return try await answers.answer(again: first, to: request, in: session)
            }
            guard let answer = try await attempt(&record) else { continue }
            changes.didChange(session)
            try await answers.remember(request, on: record)
            return try await answers.write(answer.answer, to: request, on: record)
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }

    private func newAnswer(
        to request: TurnRequest, message: MessageReference, on record: SessionRecord
    ) -> AnswerRecord {
        answers.newAnswer(
            to: request, on: record.device(of: request.player, telling: request.conversation), message: message,
            isDraft: false, after: record.session, knowing: record)
    }

    /// The player's open claim to a seat, or a new one; nil if one that stands in the way had to be closed first.
    private func claim(
        _ seat: SeatIndex, heldBy holder: PlayerID, _ request: TurnRequest, _ record: inout SessionRecord
    ) async throws(ServiceError) -> Claim? {
        let now = context.now()
        if let claim = record.claims.first(where: { $0.seat == seat && $0.player == request.player }) {
            let state = claim.state(in: record.session, at: now)
            return state == .open ? claim : try await close(claim, as: state, at: record.session.revision)
        }
        guard try await !store.isVetoed(request.player, claiming: seat, of: holder, in: record.session.id) else {
            throw ServiceError(
                .notAllowed, "The seat's holder has objected. A link code or the operator helps.",
                revision: record.session.revision)
        }
        guard record.claims.count < Claim.capacity else { return try await makeRoom(on: record) }
        let claim = Claim(
            id: ClaimID(context.makeUUID()), session: record.session.id, seat: seat, player: request.player,
            holder: holder, revision: record.session.revision, createdAt: now,
            expiresAt: now.adding(seconds: Claim.patience * context.limits.reclaimSeconds))
        record.claims.append(claim)
        return claim
    }

    /// Closes the oldest claim that nobody vouches for.
    private func makeRoom(on record: SessionRecord) async throws(ServiceError) -> Claim? {
        guard let oldest = record.claims.filter({ $0.vouches == 0 }).min(by: { $0.createdAt < $1.createdAt }) else {
            throw ServiceError(
                .notAllowed, "Too many seats of this game are being claimed.", revision: record.session.revision)
        }
        return try await close(oldest, as: .expired, at: record.session.revision)
    }

    private func settle(_ claim: Claim, on record: SessionRecord) async throws(ServiceError) {
        let now = context.now()
        switch claim.state(in: record.session, at: now) {
        case .open where claim.isDue(at: now): try await grant(claim, on: record)
        case .open: if claim.grantedAt == nil, claim.until != nil { try await stop(claim, at: record.session.revision) }
        case let state: try await close(claim, as: state, at: record.session.revision)
        }
    }

    /// Commits the event by which the seat changes hands, unless the session has moved on since it was read.
    private func grant(_ claim: Claim, on record: SessionRecord) async throws(ServiceError) {
        let proposal = Proposal(.reclaim, by: claim.player, seat: claim.seat, basedOn: record.session.revision)
        let decision = try record.session.deciding(proposal, at: context.now())
        let commit = Commit(decision, cancellations: record.cancellations)
        guard try await store.commit(commit) else { return }
        context.metrics.committed(decision.event, by: .deadline)
        changes.didChange(claim.session)
        try await close(claim, as: .granted, at: decision.session.revision)
    }

    /// Ends the time for a veto, since a voucher was erased or is the same as another by now.
    private func stop(_ claim: Claim, at revision: Int) async throws(ServiceError) {
        var stopped = claim
        stopped.until = nil
        if try await store.update(stopped, at: revision, after: nil) { changes.didChange(claim.session) }
    }

    /// Notes what became of a claim. Always nil: there is nothing more to do with it.
    @discardableResult
    private func close(
        _ claim: Claim, as state: Claim.State, at revision: Int
    ) async throws(ServiceError) -> Claim? {
        var closed = claim
        closed.state = state
        if try await store.update(closed, at: revision, after: nil) { changes.didChange(claim.session) }
        return nil
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
        guard session.seating.seats.count >= 3 else {
            throw refusal("In a game of two nobody can vouch for you. A link code or the operator helps.")
        }
        return (seat, holder)
    }

    /// The seat whose claims a player objects to.
    fileprivate func vetoable(
        _ wanted: SeatIndex?, by player: PlayerID, at now: Date
    ) throws(ServiceError) -> SeatIndex {
        let seat = try named(wanted, by: player)
        guard session.seating.seats(of: player).contains(seat) else { throw refusal("This seat is not yours.") }
        guard openClaims(at: now).contains(where: { $0.seat == seat }) else {
            throw refusal("Nobody claims this seat.")
        }
        return seat
    }

    /// The seat that a request names, of a session that may be read and is not over.
    private func named(_ seat: SeatIndex?, by player: PlayerID) throws(ServiceError) -> SeatIndex {
        guard !session.isOver else {
            throw ServiceError(.sessionOver, "This game is over.", revision: session.revision)
        }
        guard mayBeRead(by: player) else { throw .notFound }
        guard let seat else { throw ServiceError(.badRequest, "seat is missing.") }
        return seat
    }

    private func refusal(_ detail: String) -> ServiceError {
        ServiceError(.notAllowed, detail, revision: session.revision)
    }
}
