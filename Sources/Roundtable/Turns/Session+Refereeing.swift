import Foundation
import GameRules
@_spi(Roundtable) import RoundtableJSON

/// The referee's decision on a proposal that counts: the event, and the session as it is after it. NB: a class, for it
/// is passed on often and never changes.
package final class Decision: Sendable {
    /// The event, not yet stored.
    package let event: Event
    package let session: Session
    /// The position after the event, to be stored.
    package let position: GameJSON
    /// Whether the move shows its author something hidden or random, so that it can't be a draft.
    package let reveals: Bool

    package init(event: Event, session: Session, position: GameJSON, reveals: Bool) {
        self.event = event
        self.session = session
        self.position = position
        self.reveals = reveals
    }

    /// The same decision, taken now that its draft counts; nil if the time of a decision matters, as it does to clocks.
    func counting(as draft: DraftID, at now: ClockReading) -> Decision? {
        guard session.identity.clock == nil, session.deadline == nil else { return nil }
        let event = event.counting(as: draft, at: now)
        return Decision(event: event, session: session.dated(by: event), position: position, reveals: reveals)
    }
}

extension Session {
    /// Decides a proposal against the session as it stands.
    ///
    /// Refusals are found in the order of the HTTP contract: over, seat, revision, turn, rules.
    ///
    /// - Parameter circumstances: nil for what was decided in them before, as a draft.
    /// - Throws: `session_over`, `not_seated`, `no_open_seat`, `seat_taken`, `stale_revision`, `not_your_turn`,
    ///   `illegal_move`, `not_allowed`, `no_offer`, each with the current revision.
    package func deciding(
        _ proposal: Proposal, draft: DraftID? = nil, operation: Operation? = nil,
        in circumstances: Circumstances? = nil, at now: ClockReading
    ) throws(ServiceError) -> Decision {
        do {
            return try watchingRules(by: proposal.player) { () throws(ServiceError) in
                try decide(proposal, draft: draft, operation: operation, circumstances, at: now)
            }
        } catch {
            throw error.at(revision: revision)
        }
    }

    /// The decision on a proposal; nil if it is refused.
    ///
    /// - Throws: `internal` and `unavailable`, of rules that don't decide.
    func decision(on proposal: Proposal, at now: ClockReading) throws(ServiceError) -> Decision? {
        do {
            return try deciding(proposal, at: now)
        } catch {
            if error.isRefusal { return nil }
            throw error
        }
    }

    private func decide(
        _ proposal: Proposal, draft: DraftID?, operation: Operation?, _ circumstances: Circumstances?,
        at now: ClockReading
    ) throws(ServiceError) -> Decision {
        if let grown = growing(for: proposal, in: circumstances) {
            var proposal = proposal
            // NB: the other open seats of a rematch are kept; its drafts name the seats that they were found.
            if circumstances == nil, identity.origin != nil { proposal.seat = grown.seating.table.all.last }
            return try grown.decide(proposal, draft: draft, operation: operation, circumstances, at: now)
        }
        // NB: a move that can't be read is refused after everything else that is wrong.
        let reading = Result { () throws(ServiceError) in try read(proposal) }
        guard !isOver else { throw ServiceError(.sessionOver) }
        let seat = try seat(for: proposal, in: circumstances)
        guard !isStale(proposal, move: (try? reading.get()) ?? nil, seat: seat) else {
            throw ServiceError(.staleRevision)
        }
        try checkTurn(of: proposal, seat: seat, undo: circumstances?.undo)
        let isOpen = seat.map { seating[$0].state == .open } ?? false
        let joins = isOpen && proposal.intent != .leave

        var fact = Fact(kind: kind(of: proposal, by: seat), seat: seat, player: proposal.player, joins: joins)
        fact.reopens = proposal.intent == .release || proposal.intent == .leave && isOpen
        // NB: whoever reclaims a seat goes on under its nickname, which is theirs from then on.
        fact.nickname =
            switch proposal.intent {
            case .reclaim: seat.flatMap { seating[$0].nickname }
            case .leave where isOpen: nil
            default: proposal.nickname
            }
        fact.move = try reading.get() ?? moveWhenLate(fact)
        fact.offer = fact.kind == .offered ? proposal.offered : nil
        if fact.kind == .undone {
            // NB: a draft that would take a move back by now was made when it would not.
            guard let undo = circumstances?.undo else { throw ServiceError(.staleRevision) }
            fact.restored = try undo.get()
        }
        fact.started = starts(with: proposal, joining: joins)
        var after = try applying(fact, revision: revision + 1, at: now.clockTime)
        let (move, texts) = try told(fact, leadingTo: after)
        let reveals = reveals(fact)
        let event = Event(
            revision: after.revision, kind: fact.kind, seat: seat, player: proposal.player, at: now.date,
            details: Event.Details(
                move: move, ordinal: ordinal(of: fact), joined: joins, started: fact.started,
                reopens: fact.reopens ? true : nil,
                nickname: fact.nickname, reveals: fact.move != nil && reveals ? true : nil, offer: fact.offer,
                restored: fact.restored,
                outcome: after.outcome, texts: texts.tellingTime(in: after, since: now.clockTime), draft: draft,
                founding: proposal.founding, operation: operation, stopped: now.stopped > 0 ? now.stopped : nil))
        // NB: a draft that could not be kept once it counts is refused before its bubble is sent.
        let position = try after.snapshot()
        after.newest = event
        return Decision(event: event, session: after, position: position, reveals: reveals)
    }

    /// A move as the rules read it; nil if the proposal has none. Throws `illegal_move`, also if it is too large.
    private func read(_ proposal: Proposal) throws(ServiceError) -> GameMove? {
        guard let move = proposal.move else { return nil }
        if let excess = move.excess(over: .init(bytes: position.largestMove)) {
            throw ServiceError(because: .tooLarge, excess)
        }
        return try read(move)
    }

    // MARK: The checks, in order

    /// The seat that acts: the player's own, or the open one that the player takes by acting.
    private func seat(
        for proposal: Proposal, in circumstances: Circumstances?
    ) throws(ServiceError) -> SeatIndex? {
        guard let player = proposal.player, !proposal.intent.isImposed else { return proposal.seat }
        if proposal.intent == .reclaim { return try reclaimedSeat(for: proposal) }
        let own = seating.seats(of: player)
        if let seat = proposal.seat, !own.contains(seat), !proposal.intent.isOpening {
            // NB: a draft in a rematch names the seat that was found for it.
            let isFound =
                identity.origin != nil && ([.join, .leave].contains(proposal.intent) || proposal.move != nil)
            if isFound, circumstances == nil, own.isEmpty, seating.table[seat] == .open { return seat }
            throw ServiceError(because: .notYourSeat)
        }
        switch proposal.intent {
        case .open:
            return proposal.seat ?? 0
        case .move:
            if own.isEmpty { return try openSeat(for: player, in: circumstances) }
            return proposal.seat ?? own.first { toAct.contains($0) } ?? own.first
        case .join:
            guard own.isEmpty else { throw ServiceError(because: .alreadySeated) }
            return try openSeat(for: player, in: circumstances)
        case .start, .resign, .leave, .release, .offer, .accept, .decline, .resume:
            if let first = own.first { return proposal.seat ?? first }
            // NB: whoever does not want the seat that is kept for them gives it up.
            guard proposal.intent == .leave, let kept = circumstances?.keptSeats.first(where: { $0.value == player })
            else { throw ServiceError(.notSeated) }
            return kept.key
        case .reclaim, .timeOut, .skip, .abandon:
            return proposal.seat
        }
    }

    private func reclaimedSeat(for proposal: Proposal) throws(ServiceError) -> SeatIndex {
        guard let seat = proposal.seat, seating.table[seat] == .taken else { throw ServiceError(because: .seatEmpty) }
        guard seating[seat].player != proposal.player else { throw ServiceError(because: .ownSeat) }
        return seat
    }

    private func openSeat(for player: PlayerID, in circumstances: Circumstances?) throws(ServiceError) -> SeatIndex {
        guard let seat = openSeat(for: player, keeping: circumstances?.keptSeats ?? [:]) else {
            throw ServiceError(.noOpenSeat)
        }
        return seat
    }

    /// Whether an event since the proposal's revision changed the game's state, and the move is not one that may follow
    /// it.
    private func isStale(_ proposal: Proposal, move: GameMove?, seat: SeatIndex?) -> Bool {
        if proposal.intent == .join { return false }
        guard proposal.basedOn <= revision else { return true }
        guard proposal.basedOn < stateRevision else { return false }
        let missing = revision - max(0, proposal.basedOn)
        guard case .move = proposal.intent, let move, position.isConcurrent(move, missing: missing) else { return true }
        guard let seat = seat.map({ seating[$0] }) else { return false }
        return max(seat.lastActed ?? 0, seat.lastPassed ?? 0) > proposal.basedOn
    }

    private func checkTurn(of proposal: Proposal, seat: SeatIndex?, undo: Undo?) throws(ServiceError) {
        switch proposal.intent {
        case .open:
            guard phase == .draft else { throw ServiceError(.staleRevision) }
        case .move, .timeOut, .skip:
            guard let seat, toAct.contains(seat) else {
                throw phase == .active ? ServiceError(.notYourTurn) : ServiceError(because: .waiting)
            }
        case .start:
            try checkStart(by: proposal.player)
        case .release:
            guard let seat, seating[seat].hasMoved != true, phase == .waiting || !position.waitsForPlayers else {
                throw ServiceError(.notAllowed)
            }
        case .offer, .accept, .decline, .resume: try checkAgreement(proposal, seat: seat, undo: undo)
        case .join, .resign, .leave, .reclaim, .abandon:
            guard phase != .draft else { throw ServiceError(because: .notSent) }
        }
    }

    private func checkStart(by player: PlayerID?) throws(ServiceError) {
        guard phase == .waiting else { throw ServiceError(because: phase == .draft ? .notSent : .notWaiting) }
        guard player == identity.creator || !seating.hasSeat(of: identity.creator) else {
            throw ServiceError(because: .notCreator)
        }
        guard seating.table.taken.count >= position.fewestSeats else {
            throw ServiceError(because: .tooFewPlayers, "This game needs \(position.fewestSeats) players to start.")
        }
    }

    // MARK: What it comes to

    private func kind(of proposal: Proposal, by seat: SeatIndex?) -> Event.Kind {
        switch agreement(by: proposal, of: seat) {
        case .undo: return .undone
        case .pause: return .paused
        case .draw, nil: break
        }
        if offer(acceptedBy: proposal) != nil { return .accepted }
        return switch proposal.intent {
        case .open: .opened
        case .move: .moved
        case .join: .joined
        case .start: .started
        case .resign: .resigned
        case .leave, .release: .left
        case .reclaim: .reclaimed
        case .offer: .offered
        case .accept: .accepted
        case .decline: .declined
        case .resume: .resumed
        case .timeOut: .timedOut
        case .skip: .skipped
        case .abandon: .abandoned
        }
    }

    /// Whether a game that waits starts by this: it was told to, or the last open seat is being taken.
    private func starts(with proposal: Proposal, joining: Bool) -> Bool {
        guard position.waitsForPlayers else { return false }
        return switch proposal.intent {
        case .start: true
        case .open: seating.table.open.isEmpty
        case .join: phase == .waiting && joining && seating.table.open.count == 1
        default: false
        }
    }

    private func reveals(_ fact: Fact) -> Bool {
        // Whoever gives up a game with secrets may end them, and must not look and think again.
        let givesUp = fact.kind == .resigned || fact.kind == .left && !fact.reopens
        if position.hasSecrets, givesUp { return phase == .active }
        // NB: to take a move back is decided with what the log says, which a draft would not be.
        if fact.kind == .undone || fact.kind == .accepted && seating.offer?.agreement == .undo { return true }
        guard let move = fact.move, let seat = fact.seat else { return false }
        return position.reveals(move, by: seat, at: seating.table)
    }

    /// The number of moves that the seat made before this one, where that matters.
    private func ordinal(of fact: Fact) -> Int? {
        guard fact.move != nil, position.hasSecrets, let seat = fact.seat else { return nil }
        return seating[seat].moves ?? 0
    }

    private func told(
        _ fact: Fact, leadingTo after: Session
    ) throws(ServiceError) -> (move: GameJSON?, texts: MessageTexts) {
        do throws(RulesFailure) {
            if let move = fact.move, let seat = fact.seat {
                var texts = try after.position.message(for: move, by: seat, from: position, at: after.seating.table)
                if fact.kind == .timedOut { texts.subcaption = GameText("timedOut.played") }
                return (try position.notation(of: move), texts)
            }
            if fact.kind == .opened {
                var texts = try after.position.openingMessage()
                if identity.origin != nil { texts.caption = GameText("rematch", ["mover": .mover]) }
                return (nil, texts)
            }
        } catch {
            throw ServiceError(error)
        }
        let next = fact.started ? after.toAct : []
        return (nil, .standard(for: fact, outcome: after.outcome, isWithdrawn: isWithdrawn(fact), next: next))
    }

    private func isWithdrawn(_ fact: Fact) -> Bool {
        fact.kind == .declined && seating.offer.map { seating[$0.seat].player == fact.player } ?? false
    }

    /// The move that is made for a seat that is late, where that is the consequence; nil else.
    private func moveWhenLate(_ fact: Fact) -> GameMove? {
        guard fact.kind == .timedOut, let seat = fact.seat, lateness(of: seat) == .plays else { return nil }
        return position.moveWhenLate(
            of: seat, at: seating.table, random: identity.seed.random(insteadOfRevision: revision + 1))
    }
}

extension Proposal {
    fileprivate var founding: Founding? { if case .open(let founding, _) = intent { founding } else { nil } }

    fileprivate var offered: Agreement? { if case .offer(let agreement) = intent { agreement } else { nil } }
}

extension Proposal.Intent {
    /// Whether no player asks for it: a deadline, or an operator, makes it happen.
    fileprivate var isImposed: Bool { self == .timeOut || self == .skip }

    var isOpening: Bool { if case .open = self { true } else { false } }
}

extension ServiceError {
    /// Whether the session, and no fault of ours, is the reason.
    var isRefusal: Bool { ![.unavailable, .internal, .notFound].contains(code) }
}
