import Foundation
import GameRules
import RoundtableModel

/// When a session goes on by itself, and when it stops doing so because nobody is there.
extension Session {
    /// The most turns in a row that time ends, whatever the rules say: four of each player.
    private var mostTimeouts: Int { 4 * max(2, seating.table.taken.count) }

    /// Whether nobody is there: since a player last acted, time has ended a turn of each of them that the game waits
    /// for, and two turns at least. So a game that nobody plays leaves no more behind, and a seat whose turn takes
    /// several moves can be late with each of them before the clock stands still for the others.
    private var isUnattended: Bool {
        guard let unattended = seating.unattended else { return false }
        let areAllLate = seating.table.taken.allSatisfy { unattended.late.contains($0) || !position.isAwaited($0) }
        return unattended.timeouts >= (areAllLate ? 2 : mostTimeouts)
    }

    /// Whether the clock stands still until a player acts.
    package var isClockPaused: Bool {
        guard identity.clock != nil, phase == .active else { return false }
        return seating.isPaused == true || isUnattended
    }

    /// The consequence for a seat that lets its deadline pass: the creator's choice, or else the game's.
    func lateness(of seat: SeatIndex) -> Lateness {
        identity.clock?.atEnd.flatMap { Lateness($0) } ?? position.lateness(of: seat)
    }

    /// The seat whose time is over first, of those that are to act; nil for none.
    var firstToBeLate: SeatIndex? {
        let toAct = toAct
        return toAct.min {
            (seating[$0].clock?.deadline ?? .distantFuture) < (seating[$1].clock?.deadline ?? .distantFuture)
        }
    }

    /// The seconds that a turn has which began at a time, with what is left in the bank of its seat; nil if none did.
    func secondsOfTurn(begunAt now: Date) -> Int? {
        guard let clock = identity.clock, let seat = firstToBeLate, let own = seating[seat].clock else { return nil }
        let milliseconds = clock.turnSeconds * 1000 + (own.bank ?? clock.bankSeconds * 1000)
        return own.deadline == now.adding(milliseconds: milliseconds) ? milliseconds / 1000 : nil
    }

    /// The whole seconds in a seat's bank; nil without a clock.
    func bankSeconds(of seat: SeatIndex) -> Int? {
        identity.clock.map { clock in seating[seat].clock?.bank.map { $0 / 1000 } ?? clock.bankSeconds }
    }

    /// The proposal that time makes, if a deadline has passed; nil if nothing is due.
    ///
    /// Seats that are late at the same time are so one after the other, each by an event. If all players are late at
    /// once, and who is late is out, the game is abandoned: nobody wins because they are out last.
    ///
    /// - Parameter now: by players' clocks.
    func due(at now: Date) -> Proposal? {
        guard let deadline, deadline <= now else { return nil }
        let toAct = toAct
        let late = toAct.filter { seating[$0].clock?.deadline.map { $0 <= now } ?? false }
        guard let seat = late.first else {
            return toAct.first { seating[$0].state == .gone }
                .map { Proposal(.skip, by: seating[$0].player, seat: $0, basedOn: revision) }
        }
        if late.count > 1, late == seating.table.taken, late.allSatisfy({ lateness(of: $0) == .forfeits }) {
            return Proposal(.abandon, by: nil, basedOn: revision)
        }
        return Proposal(.timeOut, by: seating[seat].player, seat: seat, basedOn: revision)
    }

    /// Sets the clocks after a fact, and the time at which the game goes on by itself: at once if it waits for seats
    /// that are gone, else when the first of those who are to act had their time; not while somebody is missing.
    mutating func setClocks(after fact: Fact, at now: Date) {
        let toAct = toAct
        let isForNobody = !toAct.isEmpty && toAct.allSatisfy { seating[$0].state == .gone }
        if let clock = identity.clock { set(clock, for: isForNobody ? [] : toAct, after: fact, at: now) }
        deadline =
            isForNobody
            ? isSkippingForNothing ? nil : now
            : toAct.compactMap { seating[$0].clock?.deadline }.min()
    }

    /// The turn of a seat goes on whatever the others do, until its player or time ends it, it is not to act any more, or
    /// a move is taken back. Of several who are to act none has another turn by time before each has had one.
    private mutating func set(_ settings: ClockSettings, for toAct: [SeatIndex], after fact: Fact, at now: Date) {
        let (turn, bank) = (settings.turnSeconds * 1000, settings.bankSeconds * 1000)
        let stands = isClockPaused || isSomebodyMissing
        let late = seating.unattended?.late ?? []
        let timed = toAct.filter { seating[$0].state == .taken && position.isAwaited($0) }
        let waitsForOthers = timed.contains { !late.contains($0) }
        for seat in seating.table.all {
            var clock = seating[seat].clock ?? SeatClock()
            let isTimed = timed.contains(seat)
            if clock.isInTurn, !isTimed || fact.endsTurn(of: seat) { clock.end(bank: bank, at: now) }
            if stands {
                clock.stop(at: now)
            } else if isTimed, clock.left != nil {
                clock.goOn(at: now)
            } else if isTimed, !clock.isInTurn, !(late.contains(seat) && waitsForOthers) {
                clock.begin(turn, bank: bank, at: now)
            }
            let changed = clock == SeatClock() ? nil : clock
            if changed != seating[seat].clock { seating[seat].clock = changed }
        }
    }

    /// Whether the game waits for the player of a seat: nobody else has to come first, and the clock runs, if there is
    /// one.
    func isWaiting(for seat: SeatIndex) -> Bool {
        guard toAct.contains(seat), seating[seat].state == .taken else { return false }
        return identity.clock == nil ? !isSomebodyMissing : seating[seat].clock?.deadline != nil
    }

    /// Whether a player still has to come: a seat is open, and the game has fewer players than it needs, or one only.
    private var isSomebodyMissing: Bool {
        !seating.table.open.isEmpty && seating.table.taken.count < max(2, position.fewestSeats)
    }

    /// Whether rules let seats that are gone act again and again, and nobody else: between two turns of players each
    /// seat is skipped once at most, and there are as many turns as timeouts, and one more.
    private var isSkippingForNothing: Bool {
        seating.unattended?.skips ?? 0 >= (mostTimeouts + 1) * seating.seats.count
    }
}

extension Fact {
    /// Whether a turn of a seat that is under way is over by it.
    fileprivate func endsTurn(of seat: SeatIndex) -> Bool {
        switch kind {
        case .moved, .timedOut, .skipped: self.seat == seat
        case .undone: true
        default: false
        }
    }
}

extension Lateness {
    /// The consequence that a creator chose; nil for a word that is none.
    init?(_ end: ClockEnd) {
        switch end {
        case .skip: self = .passes
        case .forfeit: self = .forfeits
        case .play: self = .plays
        case .unknown: return nil
        }
    }
}
