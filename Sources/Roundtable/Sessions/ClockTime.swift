package import Foundation
import Synchronization

/// The time by which players' clocks run. It stands still while the service is away, since nobody can play then.
///
/// Instances note in the database every few seconds that they are there. If none did for longer than
/// ``longestSilence``, clocks stood from the last note until the next one, and stand as long again, for five minutes at
/// most, in which players come back. The total is kept beside the note, and each event has the total of its time. So
/// replays and all instances agree.
package final class ClockTime: Sendable {
    /// The seconds without a note of any instance, after which the service counts as away.
    package static let longestSilence = 20
    /// The most seconds that clocks stand longer than the service was away.
    package static let longestReturn = 300

    /// The last note of an instance: when it was made, with what players' clocks showed then.
    private let last = Mutex<ClockReading?>(nil)

    /// The time of clocks that never stood still.
    package init() {}

    /// Goes by a note that is in the database.
    package func set(_ note: ClockReading) { last.withLock { $0 = note } }

    /// A time, with the milliseconds that clocks have stood until then. Clocks stand as long as no note is made.
    package func reading(at now: Date) -> ClockReading {
        guard let note = last.withLock({ $0 }) else { return ClockReading(now) }
        let silence = note.date.milliseconds(to: now) - Self.longestSilence * 1000
        return ClockReading(now, stopped: note.stopped + max(0, silence))
    }
}

/// A time, and what players' clocks show then.
package struct ClockReading: Hashable, Sendable {
    package let date: Date
    /// The milliseconds by which players' clocks are behind the time. For an event of a session that was imported, this
    /// includes the time from export to import, so it may be negative.
    package let stopped: Int

    /// The milliseconds that clocks may have stood.
    static let range = -(1 << 48)...1 << 48

    package init(_ date: Date, stopped: Int = 0) {
        self.date = date
        self.stopped = stopped
    }

    /// The same time by players' clocks.
    package var clockTime: Date { date.adding(milliseconds: -stopped) }

    /// The time at which clocks show another time, if they don't stand still again.
    package func date(of clockTime: Date) -> Date { clockTime.adding(milliseconds: stopped) }
}
