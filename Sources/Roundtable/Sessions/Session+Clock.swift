import Foundation
import GameRules

/// When a session goes on by itself, and when it stops doing so because nobody is there.
extension Session {
    /// The number of turns in a row that time ends. After them the clock stands still until a player acts, so that a
    /// game that nobody plays leaves no more behind.
    package static let mostTimeouts = 2

    /// Whether the clock stands still until a player acts.
    package var isClockPaused: Bool {
        identity.turnTimeoutSeconds != nil && phase == .active
            && seating.unattended?.timeouts ?? 0 >= Self.mostTimeouts
    }

    /// When the game goes on by itself: at once if it waits for seats that are gone, else when the one seat that is to
    /// act had its time; not while somebody is missing.
    func nextDeadline(at now: Date, previously: Session, restarts: Bool) -> Date? {
        let toAct = toAct
        guard let seat = toAct.first else { return nil }
        if toAct.allSatisfy({ seating[$0].state == .gone }) { return isSkippingForNothing ? nil : now }
        guard let seconds = identity.turnTimeoutSeconds, toAct.count == 1, seating[seat].state == .taken,
            !isClockPaused, !isSomebodyMissing
        else { return nil }
        if !restarts, previously.toAct == toAct, let deadline { return deadline }
        return now.adding(seconds: seconds)
    }

    /// Whether a player still has to come: a seat is open, and the game has fewer players than it needs, or one only.
    private var isSomebodyMissing: Bool {
        !seating.table.open.isEmpty && seating.table.taken.count < max(2, position.fewestSeats)
    }

    /// Whether rules let seats that are gone act again and again, and nobody else: between two turns of players each
    /// seat is skipped once at most, and there are as many turns as timeouts, and one more.
    private var isSkippingForNothing: Bool {
        seating.unattended?.skips ?? 0 >= (Self.mostTimeouts + 1) * seating.seats.count
    }
}
