package import Foundation
import Synchronization

/// The time since which a program has ended turns without a break. A deadline that passed before it is put off, since
/// nobody could act in time while the program or the database was away.
///
/// An instance needs to know of no other: while another one runs, that ends the turn, and nothing is left to put off.
package final class Uptime: Sendable {
    private struct Times {
        var start: Date?
        var lastSweep: Date?
    }

    /// The time without a sweep that ended, from which on turns may have been impossible.
    package static let longestPause = 10
    /// The time that players have to act after an outage.
    package static let grace = 300

    private let times = Mutex(Times())
    private let elapsed: @Sendable () -> Date

    /// Nothing has been swept yet.
    ///
    /// - Parameter elapsed: the time by which pauses are measured. Nobody moves it, as tests move the service's.
    package init(elapsed: @escaping @Sendable () -> Date) { self.elapsed = elapsed }

    /// Notes that a sweep begins.
    ///
    /// - Returns: the place after which it looks for deadlines: those before it are put off; nil to look for all.
    func sweepBegins(at now: Date) -> PageMark? {
        let moment = elapsed()
        return times.withLock { times in
            let isUp = times.lastSweep.map { moment <= $0.adding(seconds: Self.longestPause) } ?? false
            if !isUp { (times.start, times.lastSweep) = (now, nil) }
            guard let start = times.start, now < start.adding(seconds: Self.grace) else { return nil }
            return PageMark(at: start, id: Self.lastID)
        }
    }

    /// Notes that a sweep found the database and wrote what was due.
    func sweepEnded() {
        let moment = elapsed()
        times.withLock { $0.lastSweep = moment }
    }

    /// The ID that comes after all others.
    private static let lastID = UUID(
        uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
}
