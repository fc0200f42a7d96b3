import Foundation
import GameRules

/// The effect of an event on a session, without its texts: the step that both refereeing and replay make.
struct Fact {
    let kind: Event.Kind
    let seat: SeatIndex?
    let player: PlayerID?
    let joins: Bool
    var started = false
    /// Whether the seat is open again, although the game goes on.
    var reopens = false
    var nickname: Nickname?
    var move: GameMove?
    var offer: Agreement?
    var restored: RestoredState?
}

extension Session {
    /// The session after an event that was committed to it.
    ///
    /// - Throws: `internal`, if the event does not follow: its revision is not the next one, its seat is none of the
    ///   session's, or its move is refused.
    package func following(_ event: Event) throws(ServiceError) -> Session {
        guard event.revision == revision + 1 else {
            throw ServiceError(.internal, "Event \(event.revision) does not follow revision \(revision).")
        }
        if let seat = event.seat, !seating.has(seat) {
            if event.details.joined, let grown = withSeatForNewcomer, grown.seating.has(seat) {
                return try grown.following(event)
            }
            throw ServiceError(.internal, "Event \(event.revision) is about seat \(seat), which there is none of.")
        }
        let details = event.details
        var session = try watchingRules(by: event.player) { () throws(ServiceError) in
            let fact = Fact(
                kind: event.kind, seat: event.seat, player: event.player, joins: details.joined,
                started: details.started, reopens: details.reopens ?? false, nickname: details.nickname,
                move: try details.move.map { move throws(ServiceError) in try read(move) },
                offer: details.offer, restored: details.restored)
            return try applying(fact, revision: event.revision, at: event.clockReading.clockTime)
        }
        session.newest = event
        return session
    }

    /// The session after a fact: seats first, then the position, then what follows from both.
    ///
    /// - Parameter now: by players' clocks.
    func applying(_ fact: Fact, revision: Int, at now: Date) throws(ServiceError) -> Session {
        var session = self
        session.revision = revision
        let random = identity.seed.random(revision: revision)
        session.seat(fact)
        session.seating.note(fact.kind, of: fact.seat)
        if fact.started { session.start(random: random) }
        if let move = fact.move, let seat = fact.seat {
            try session.play(move, by: seat, random: random)
        }
        if fact.kind == .skipped || fact.kind == .timedOut && fact.move == nil { session.pass(fact) }
        if let restored = fact.restored { try session.restore(restored) }
        for (seat, before) in seating.seats.enumerated()
        where before.state == .taken && session.seating.seats[seat].state == .gone {
            session.position.depart(SeatIndex(seat), at: session.seating.table, random: random)
        }
        if fact.kind == .opened { session.phase = position.waitsForPlayers && !fact.started ? .waiting : .active }
        session.settle(after: fact, at: now, previously: self)
        return session
    }

    private mutating func seat(_ fact: Fact) {
        if fact.kind == .abandoned {
            for seat in seating.table.taken { seating[seat].state = .gone }
        }
        guard let seat = fact.seat else { return }
        defer { if fact.move != nil, position.hasSecrets { seating[seat].moves = (seating[seat].moves ?? 0) + 1 } }
        if fact.joins { seating.take(seat, by: fact.player, at: revision) }
        if fact.kind == .reclaimed, let player = fact.player { seating.hand(seat, to: player, at: revision) }
        if let nickname = fact.nickname { seating.name(seat, nickname, at: revision) }
        switch fact.kind {
        case .left where seating[seat].state == .open:
            if let player = fact.player { seating.giveUp(seat, by: player, at: revision) }
        case .resigned, .left: vacate(seat, reopening: fact.reopens)
        case .opened, .moved:
            var actor = seating[seat]
            (actor.lastActed, actor.hasMoved) = (revision, true)
            seating[seat] = actor
        case .joined, .started, .reclaimed, .offered, .accepted, .declined, .undone, .paused, .resumed:
            seating[seat].lastActed = revision
        // Where choices are made at the same time, one that is missed can't be made up for in the next round.
        // It is no act of the seat's player, to whom nothing follows from it.
        case .skipped, .timedOut: if position.hasSecrets { seating[seat].lastPassed = revision }
        case .abandoned: break
        }
    }

    private mutating func restore(_ state: RestoredState) throws(ServiceError) {
        do throws(RulesFailure) {
            position = try position.position(from: state.position)
        } catch {
            throw ServiceError(error)
        }
        for seat in seating.table.all where seating[seat].moves != nil {
            seating[seat].moves = state.moves.indices.contains(seat.rawValue) ? state.moves[seat.rawValue] : 0
        }
    }

    /// Nothing was dealt yet in a game that waits, so somebody else may take the seat; later on nobody can, unless it
    /// is given back by a player who never used it.
    private mutating func vacate(_ seat: SeatIndex, reopening: Bool) {
        if phase == .waiting || reopening {
            seating.reopen(seat, at: revision)
            position.reopen(seat, at: seating.table)
        } else {
            seating[seat].state = .gone
        }
    }

    private mutating func start(random: GameRandom) {
        for seat in seating.table.open { seating[seat].state = .closed }
        position.start(at: seating.table, random: random)
        phase = .active
    }

    /// A move as the rules read it; throws `illegal_move` if they can't.
    func read(_ move: GameJSON) throws(ServiceError) -> GameMove {
        do {
            return try position.read(move)
        } catch {
            throw ServiceError(error, of: identity.game)
        }
    }

    private mutating func play(_ move: GameMove, by seat: SeatIndex, random: GameRandom) throws(ServiceError) {
        do {
            try position.apply(move, by: seat, at: seating.table, random: random)
        } catch {
            throw ServiceError(error, of: identity.game)
        }
    }

    private mutating func pass(_ fact: Fact) {
        guard let seat = fact.seat else { return }
        switch fact.kind == .skipped ? .passes : lateness(of: seat) {
        case .passes: position.skip(seat, at: seating.table)
        // NB: the rules knew no move for it.
        case .forfeits, .plays: seating[seat].state = .gone
        }
    }

    /// Outcome, phase, the revision a move must have seen, and the deadline.
    private mutating func settle(after fact: Fact, at now: Date, previously: Session) {
        let isDrawn = settleOffer(after: fact, previously: previously)
        if phase != .draft {
            outcome =
                !seating.table.seats.contains(.taken)
                ? .abandoned : isDrawn ? .drawn : position.outcome(at: seating.table)
        }
        if let outcome {
            phase = outcome.kind == .abandoned ? .abandoned : .finished
            (seating.unattended, seating.offer, seating.isPaused) = (nil, nil, nil)
        }
        if fact.changesState { stateRevision = revision }
        keep(toAct: toAct)
        setClocks(after: fact, at: now)
        keep(toAct: toAct)
    }
}

extension Fact {
    /// Whether the game's state is another one after it: somebody joining or leaving elsewhere overtakes nobody.
    var changesState: Bool {
        switch kind {
        case .joined: started
        case .left, .reclaimed, .offered, .accepted, .declined, .paused, .resumed: false
        case .opened, .started, .moved, .resigned, .skipped, .timedOut, .abandoned, .undone: true
        }
    }
}
