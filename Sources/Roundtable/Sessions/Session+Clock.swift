import Foundation
import GameRules

/// When a session goes on by itself, and when it stops doing so because nobody is there.
extension Session {
    /// The number of turns in a row that time ends: one of each player, and two at least. After them the clock stands
    /// still until a player acts, so that a game that nobody plays leaves no more behind.
    package var mostTimeouts: Int { max(2, seating.table.taken.count) }

    /// Whether the clock stands still until a player acts.
    package var isClockPaused: Bool {
        identity.turnTimeoutSeconds != nil && phase == .active && seating.unattended?.timeouts ?? 0 >= mostTimeouts
    }

    /// What happens by itself, if the deadline has passed; nil if nothing is due.
    ///
    /// Seats that are to act at the same time are late one after the other, each by an event. If all players are late
    /// at once, and who is late is out, the game is abandoned: nobody wins because they are out last.
    func due(at now: Date) -> Proposal? {
        guard let deadline, deadline <= now else { return nil }
        let toAct = toAct
        let late = late(among: toAct)
        guard let seat = late.first else {
            return toAct.first { seating[$0].state == .gone }
                .map { Proposal(.skip, by: seating[$0].player, seat: $0, basedOn: revision) }
        }
        if late.count > 1, late == seating.table.taken, late.allSatisfy({ position.lateness(of: $0) == .forfeits }) {
            return Proposal(.abandon, by: nil, basedOn: revision)
        }
        return Proposal(.timeOut, by: seating[seat].player, seat: seat, basedOn: revision)
    }

    /// Sets the time at which the game goes on by itself: at once if it waits for seats that are gone, else when those
    /// who are to act had their time, which is the same for all of them; not while somebody is missing.
    mutating func setDeadline(after fact: Fact, at now: Date, previously: Session) {
        let toAct = toAct
        if !toAct.isEmpty, toAct.allSatisfy({ seating[$0].state == .gone }) {
            deadline = isSkippingForNothing ? nil : now
            return
        }
        guard let seconds = identity.turnTimeoutSeconds, toAct.contains(where: { seating[$0].state == .taken }),
            !isClockPaused, !isSomebodyMissing
        else { return deadline = nil }
        if isStillRunning(for: toAct, after: fact, previously: previously) { return }
        seating.unattended?.late = []
        deadline = now.adding(seconds: seconds)
    }

    /// Whether the time that was running goes on: nothing has changed for those who are to act, or one of several has
    /// acted or was late, and the others are still to.
    private func isStillRunning(for toAct: [SeatIndex], after fact: Fact, previously: Session) -> Bool {
        guard previously.deadline != nil else { return false }
        let before = previously.toAct
        guard toAct == before else { return before.count > 1 && toAct == before.filter { $0 != fact.seat } }
        if fact.joins, let seat = fact.seat, toAct.contains(seat) { return false }
        if fact.kind == .timedOut { return !late(among: toAct).isEmpty }
        return !fact.changesState
    }

    /// The seats whose time ends with the deadline, without those for which it has.
    func late(among toAct: [SeatIndex]) -> [SeatIndex] {
        let before = seating.unattended?.late ?? []
        return toAct.filter { seating[$0].state == .taken && !before.contains($0) }
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
