package import GameRules
package import RoundtableJSON

/// An offer that the other players have not answered yet.
package struct Offer: Hashable, Sendable {
    package let agreement: Agreement
    package let seat: SeatIndex
    /// The event by which it was offered.
    package let revision: Int
    /// The seats that have accepted it, in order.
    package var accepted: [SeatIndex] = []
}

extension Offer: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("accepted", ifPresent: accepted.isEmpty ? nil : accepted)
        json.member("agreement", agreement)
        json.member("revision", revision)
        json.member("seat", seat)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            agreement: try json.read("agreement"), seat: try json.read("seat"), revision: try json.read("revision"),
            accepted: try json.readIfPresent("accepted") ?? [])
    }
}

/// Offers of players to each other, and their effects.
extension Session {
    /// The seats that still have to accept an offer: those of all players but who made it and who have accepted.
    ///
    /// - Parameter seat: a seat that accepts it now; nil for none.
    func awaited(for offer: Offer, acceptedBy seat: SeatIndex? = nil) -> [SeatIndex] {
        let seats = [offer.seat, seat].compactMap(\.self) + offer.accepted
        let agreed = Set(seats.compactMap { seating[$0].player })
        return seating.table.taken.filter { seat in !(seating[seat].player.map(agreed.contains) ?? false) }
    }

    /// The agreement that a proposal of a seat completes; nil if others still have to accept, or if it is about none.
    func agreement(by proposal: Proposal, of seat: SeatIndex?) -> Agreement? {
        guard let seat else { return nil }
        if let offer = offer(acceptedBy: proposal) {
            return awaited(for: offer, acceptedBy: seat).isEmpty ? offer.agreement : nil
        }
        guard case .offer(let agreement) = proposal.intent else { return nil }
        return awaited(for: Offer(agreement: agreement, seat: seat, revision: revision)).isEmpty ? agreement : nil
    }

    /// The open offer that a proposal accepts: by saying so, or by offering the same.
    func offer(acceptedBy proposal: Proposal) -> Offer? {
        guard let offer = seating.offer else { return nil }
        switch proposal.intent {
        case .accept: return offer
        case .offer(let agreement): return agreement == offer.agreement && !isOwn(offer, of: proposal) ? offer : nil
        default: return nil
        }
    }

    private func isOwn(_ offer: Offer, of proposal: Proposal) -> Bool {
        seating[offer.seat].player == proposal.player
    }

    /// Checks that a player may offer, accept, decline or go on.
    ///
    /// - Parameter undo: the move that an undo would take back; nil if that was looked up before.
    /// - Throws: `not_allowed`, `no_offer`, `stale_revision`.
    func checkAgreement(_ proposal: Proposal, seat: SeatIndex?, undo: Undo?) throws(ServiceError) {
        guard phase == .active else { throw ServiceError(because: .notStarted) }
        switch proposal.intent {
        case .offer(let agreement): try check(agreement, offeredBy: proposal, undo: undo)
        case .accept: try checkAnswer(proposal, seat: seat, undo: undo)
        case .decline: try checkAnswer(proposal, seat: nil, undo: nil)
        case .resume:
            guard isClockPaused else { throw ServiceError(because: .notPaused) }
        default: break
        }
    }

    private func check(
        _ agreement: Agreement, offeredBy proposal: Proposal, undo: Undo?
    ) throws(ServiceError) {
        guard position.agreements.contains(agreement) else { throw ServiceError(because: .notInThisGame) }
        if agreement == .pause, identity.clock == nil {
            throw ServiceError(because: .notInThisGame, "This session has no clock that could stand still.")
        }
        if agreement == .pause, seating.isPaused == true { throw ServiceError(because: .alreadyPaused) }
        if agreement == .draw, let player = proposal.player,
            seating.table.taken.allSatisfy({ seating[$0].player == player })
        {
            throw ServiceError(because: .nobodyToAgree)
        }
        guard seating.offer == nil || offer(acceptedBy: proposal) != nil else {
            throw ServiceError(because: .offerOpen)
        }
        if let withdrawn = seating.withdrawn, seating.offer == nil,
            withdrawn.contains(where: { $0.agreement == agreement && isOwn($0, of: proposal) })
        {
            throw ServiceError(because: .offerWithdrawn)
        }
        if agreement == .undo { _ = try undo?.get() }
    }

    private func checkAnswer(_ proposal: Proposal, seat: SeatIndex?, undo: Undo?) throws(ServiceError) {
        guard let offer = seating.offer else { throw ServiceError(.noOffer) }
        guard proposal.basedOn >= offer.revision else { throw ServiceError(.staleRevision) }
        guard let seat else { return }
        guard !isOwn(offer, of: proposal) else { throw ServiceError(because: .ownOffer) }
        guard awaited(for: offer).contains(seat) else { throw ServiceError(because: .accepted) }
        if offer.agreement == .undo, awaited(for: offer, acceptedBy: seat).isEmpty { _ = try undo?.get() }
    }

    /// What becomes of offers and of a pause by a fact. An offer lapses when somebody goes, or when the game's state
    /// changes by anything but a move of the seat that offers; an undo lapses by that, too.
    ///
    /// - Returns: whether all have agreed on a draw.
    mutating func settleOffer(after fact: Fact, previously: Session) -> Bool {
        if [.moved, .undone, .resumed].contains(fact.kind) { seating.isPaused = nil }
        if fact.changesState, seating.withdrawn != nil { seating.withdrawn = nil }
        if fact.kind == .paused { seating.isPaused = true }
        if fact.kind == .offered, let agreement = fact.offer, let seat = fact.seat {
            seating.offer = Offer(agreement: agreement, seat: seat, revision: revision)
        }
        guard let offer = seating.offer else { return false }
        if fact.kind == .accepted, let seat = fact.seat {
            let isDrawn = offer.agreement == .draw && awaited(for: offer, acceptedBy: seat).isEmpty
            seating.offer?.accepted = (offer.accepted + [seat]).sorted()
            if isDrawn { seating.offer = nil }
            return isDrawn
        }
        let hasGone = previously.seating.table.taken.contains { seating[$0].state != .taken }
        let isPassedOver =
            fact.changesState && !(fact.kind == .moved && fact.seat == offer.seat && offer.agreement != .undo)
        switch fact.kind {
        case .declined, .undone, .paused:
            if fact.kind == .declined, seating[offer.seat].player == fact.player {
                seating.withdrawn = (seating.withdrawn ?? []) + [offer]
            }
            seating.offer = nil
        default: if hasGone || isPassedOver { seating.offer = nil }
        }
        return false
    }
}
