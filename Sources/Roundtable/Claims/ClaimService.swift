import Foundation
package import GameRules

/// Gets players their seats back who lost their credential, if witnesses vouch for them.
package struct ClaimService: Sendable {
    private static let batch = 100

    let log: SessionLog

    private var context: ServiceContext { log.context }
    private var store: any SessionStores { log.store }

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
        try await decide(request, in: session) { () async throws(ServiceError) in
            try await closeEndedClaims(by: request.player, in: session)
        } _: { record, id throws(ServiceError) in
            var record = record
            let (seat, holder) = try record.claimable(seat, by: request.player)
            try context.usage?.askForSeat(by: request.player, in: session)
            let claim = try await claim(seat, heldBy: holder, request, &record)
            let answer = try DecidedAnswer(to: request, .claim(claim), on: record, context)
            return .write(.claim(claim, at: context.now(), answer.kept(for: request, id)), answer)
        }
    }

    /// Closes the claims to a seat, and answers with a fresh message of its holder's.
    ///
    /// - Throws: `session_over`, `not_found`, `bad_request` without a seat, `not_allowed`, `idempotency_key_reused`,
    ///   `unavailable`.
    package func veto(
        _ seat: SeatIndex?, in session: SessionID, _ request: MessageRequest
    ) async throws(ServiceError) -> TurnAnswer {
        try await decide(request, in: session) { record, id throws(ServiceError) in
            var record = record
            let now = context.clockReading
            let seat = try record.named(seat, by: request.player)
            guard record.session.seating.seats(of: request.player).contains(seat) else {
                throw record.refusal(.notHolder)
            }
            // NB: a claim that is not among those that were read with the session can be vetoed, too.
            if !record.openClaims(at: now).contains(where: { $0.seat == seat }) {
                let newest = try await store.newestClaim(to: seat, of: session)
                guard newest?.state(in: record.session, at: now.clockTime) == .open else {
                    throw record.refusal(.notClaimed)
                }
            }
            let fresh = FreshMessageRecord(
                id: FreshMessageID(context.makeUUID()), player: request.player, revision: record.session.revision,
                createdAt: now.date)
            record.claims.removeAll { $0.seat == seat }
            let answer = try DecidedAnswer(to: request, .fresh(fresh.id), on: record, context)
            return .write(.veto(seat, fresh, answer.kept(for: request, id)), answer)
        }
    }

    /// Looks once for claims whose time has come, and grants or closes them. Instances may look at the same time: each
    /// claim is granted once.
    ///
    /// - Throws: the first failure, after all sessions had their turn: one that can't be read holds nobody up.
    package func sweep() async throws(ServiceError) {
        let now = context.clockReading
        try await Sweep(context: context, store: store).run { last, limit throws(ServiceError) in
            try await store.sessionsWithDueClaims(at: now, after: last, limit: limit)
        } _: { _, record throws(ServiceError) in
            let due = try await store.dueClaims(of: record.session.id, at: now.clockTime, limit: Self.batch)
            let others = record.claims.filter { claim in !due.contains { $0.id == claim.id } }
            for claim in due + others { try await settle(claim, on: record) }
        }
    }

    // MARK: -

    private func decide(
        _ request: MessageRequest, in session: SessionID,
        after prepare: () async throws(ServiceError) -> Void = { () async throws(ServiceError) in },
        _ decide: (SessionRecord, RequestID) async throws(ServiceError) -> SessionLog.Decided<DecidedAnswer>
    ) async throws(ServiceError) -> TurnAnswer {
        try await log.answer(request, in: session, isSearchedFirst: true) { once throws(ServiceError) in
            try await prepare()
            return try await once.update { record throws(ServiceError) in try await decide(record, once.id) }
        }
    }

    /// The player's open claim to a seat, or a new one.
    private func claim(
        _ seat: SeatIndex, heldBy holder: PlayerID, _ request: MessageRequest, _ record: inout SessionRecord
    ) async throws(ServiceError) -> Claim {
        let session = record.session
        if let claim = try await store.openClaim(by: request.player, of: session.id) {
            guard claim.state(in: session, at: context.clockReading.clockTime).stands else {
                throw ServiceError(because: .busy, "This claim was just changed; try again.")
            }
            guard claim.seat == seat else {
                throw record.refusal(.otherClaim)
            }
            record.take(claim)
            return claim
        }
        guard try await !store.isVetoed(request.player, claiming: seat, of: holder, in: session.id) else {
            throw record.refusal(.objected)
        }
        try await context.usage?.makeClaim { limit throws(ServiceError) in
            try await store.openClaims(by: request.player, limit: limit)
        }
        let claim = try await newClaim(to: seat, heldBy: holder, by: request.player, in: session)
        record.take(claim)
        return claim
    }

    /// A claim whose witnesses are those whom the holder's devices know by now: what they are told later makes nobody
    /// one.
    private func newClaim(
        to seat: SeatIndex, heldBy holder: PlayerID, by player: PlayerID, in session: Session
    ) async throws(ServiceError) -> Claim {
        let devices = try await store.devices(of: holder, in: session.id)
        let now = context.clockReading
        return Claim(
            id: ClaimID(context.makeUUID()), session: session.id, seat: seat, player: player, holder: holder,
            revision: session.revision, createdAt: now.date,
            expiresAt: now.clockTime.adding(seconds: Claim.patience * context.limits.reclaimSeconds),
            witnesses: Witnesses(knownBy: devices, of: holder, for: player, in: session))
    }

    /// Grants a claim, or closes it, unless its session has moved on.
    private func settle(_ claim: Claim, on record: SessionRecord) async throws(ServiceError) {
        let granted: SessionRecord?? = try await log.update(once: record) { record throws(ServiceError) in
            let (session, now) = (record.session, context.clockReading)
            if let closing = claim.closing(in: session, at: now.clockTime) { return .write(closing, nil) }
            // NB: one that was set aside may have been vouched for as well as those that were not.
            if claim.isDue(at: now.clockTime, in: session.seating) {
                let proposal = Proposal(.reclaim, by: claim.player, seat: claim.seat, basedOn: session.revision)
                let decision = try session.deciding(proposal, at: now)
                let commit = Commit(decision, generation: record.generation, within: context.quotas)
                return .write(.event(commit, by: .deadline), record.after(decision))
            }
            guard claim.until != nil, claim.grantedAt(in: session.seating) == nil else { return .nothing(nil) }
            // The time for a veto ends, since a voucher was erased or is the same as another by now.
            var stopped = claim
            stopped.until = nil
            return .write(.changedClaim(stopped, nil), nil)
        }
        guard let granted = granted ?? nil else { return }
        _ = try await log.update(once: granted) { record in
            claim.closing(in: record.session, at: context.clockReading.clockTime).map { .write($0, ()) } ?? .nothing(())
        }
    }

    /// Closes the player's claims of a session that have ended.
    private func closeEndedClaims(by player: PlayerID, in session: SessionID) async throws(ServiceError) {
        guard try await store.openClaim(by: player, of: session) != nil else { return }
        try await log.update(session) { record throws(ServiceError) in
            let claim = try await store.openClaim(by: player, of: session)
            let closing = claim?.closing(in: record.session, at: context.clockReading.clockTime)
            return closing.map { .write($0, ()) } ?? .nothing(())
        }
    }
}

extension Claim {
    /// The write that closes it, if it has ended in its session as that stands.
    fileprivate func closing(in session: Session, at now: Date) -> SessionWrite? {
        let state = state(in: session, at: now)
        guard !state.stands else { return nil }
        var closed = self
        closed.state = state
        return .changedClaim(closed, nil)
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
        else { throw refusal(.seatEmpty) }
        guard holder != player else { throw refusal(.ownSeat) }
        guard !session.seating.hasSeat(of: player) else { throw refusal(.otherSeat) }
        guard session.seating.seats.count >= 3 else { throw refusal(.noWitnesses) }
        return (seat, holder)
    }

    /// The seat that a request names, of a session that may be read and is not over.
    fileprivate func named(_ seat: SeatIndex?, by player: PlayerID) throws(ServiceError) -> SeatIndex {
        guard mayBeRead(by: player) else { throw .notFound }
        guard !session.isOver else { throw ServiceError(.sessionOver, revision: session.revision) }
        guard let seat else { throw ServiceError(.badRequest, "seat is missing.") }
        return seat
    }

    fileprivate func refusal(_ reason: RefusalReason) -> ServiceError {
        ServiceError(because: reason, revision: session.revision)
    }
}
