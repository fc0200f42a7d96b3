package import Foundation

/// A notice in its line.
package struct OutboxRow: Sendable, Equatable {
    package let notice: Notice
    /// Its place in the line.
    package let number: Int
    /// The progress of its delivery.
    package var progress: Progress
    /// When its line is looked at next; nil once the notice was given up.
    package let dueAt: Date?
    /// When its player was last notified of the session; nil for never, and for the webhook.
    package let toldAt: Date?

    /// The progress of the delivery of the first notice of a line.
    package struct Progress: Sendable, Equatable {
        /// The number of its items that were delivered.
        package var delivered = 0
        /// The devices that have shown the notice, by their tokens, although others could not be reached.
        package var reached: [String] = []
        /// The number of attempts that failed.
        package var failures = 0
        /// Why the last attempt failed; nil if none did.
        package var failure: String?

        package init(delivered: Int = 0, reached: [String] = [], failures: Int = 0, failure: String? = nil) {
            self.delivered = delivered
            self.reached = reached
            self.failures = failures
            self.failure = failure
        }
    }

    package init(
        _ notice: Notice, number: Int = 1, progress: Progress = Progress(), dueAt: Date?, toldAt: Date? = nil
    ) {
        self.notice = notice
        self.number = number
        self.progress = progress
        self.dueAt = dueAt
        self.toldAt = toldAt
    }
}

/// A line on which a notice is due, and whose turn it is.
package struct DueLine: Sendable, Equatable {
    package let line: Notice.Line
    package let author: PlayerID
    /// Its place among the lines of its author, from 1.
    package let turn: Int

    package init(line: Notice.Line, author: PlayerID, turn: Int) {
        self.line = line
        self.author = author
        self.turn = turn
    }
}

/// The lease on a line: while it lasts, nobody else delivers the line's notices. A fraction of a millisecond, by
/// chance, tells its end from that of others.
package struct OutboxLease: Sendable {
    package let line: Notice.Line
    package let end: Date

    package init(on line: Notice.Line, until end: Date) {
        self.line = line
        self.end = end.addingTimeInterval(Double(Int.random(in: 0..<400)) / 1_000_000)
    }
}

/// A line that was leased, with the first of its notices.
package struct LeasedLine: Sendable {
    package let lease: OutboxLease
    /// The number of the last notice that need not be delivered any more.
    package let done: Int
    /// In order. What was dropped before the first one, or is out of date because of it, is missing.
    package let rows: [OutboxRow]

    package init(_ lease: OutboxLease, done: Int, rows: [OutboxRow]) {
        self.lease = lease
        self.done = done
        self.rows = rows
    }
}

/// The changes to a line when its lease ends.
package struct Settlement: Sendable {
    /// The number of the last notice that need not be delivered any more.
    package var done: Int
    /// The progress of the notice after it.
    package var progress: OutboxRow.Progress
    /// When the line is looked at next, if a notice waits.
    package var dueAt: Date
    /// When the player was notified; nil if not under this lease.
    package var toldAt: Date?
}

/// The kept notices. They are written with the events that they tell of. They wait in lines, and the work of a delivery
/// does not grow with their number.
package protocol OutboxStore: Sendable {
    /// Lines of a channel on which a notice is due: first one of each author, then a second one of each. Of one author
    /// those come first that are due first.
    ///
    /// - Parameter busy: authors whose lines are left out.
    func dueLines(
        on channel: Notice.Channel, besides busy: [PlayerID], at now: Date, limit: Int
    ) async throws(ServiceError) -> [DueLine]
    /// Leases a line, and reads its first rows in order; of one to a player, the newest row.
    ///
    /// - Returns: nil if no row is due, or somebody else has leased the line.
    func lease(_ lease: OutboxLease, at now: Date, limit: Int) async throws(ServiceError) -> LeasedLine?
    /// Gives a row of a leased line up: it stays for operators to see, and is delivered no more.
    func giveUp(_ row: OutboxRow) async throws(ServiceError)
    /// Ends a lease, and removes the rows that are done. Does nothing if the lease has ended by itself.
    func settle(_ leased: LeasedLine, _ settlement: Settlement) async throws(ServiceError)
    /// Ends the lease on a line in which nothing was found: an operator may have removed it.
    func close(_ lease: OutboxLease) async throws(ServiceError)
    /// The revision at which a player hid a session; nil for never.
    func hidingRevision(of session: SessionID, by player: PlayerID) async throws(ServiceError) -> Int?

    /// Sessions that have somebody to remind, by the time at which that is due.
    func sessionsToRemind(
        at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession]
    /// Writes reminders, if the session still is as it was read and has somebody to remind; else false, and nothing.
    func remind(_ reminder: Reminder, in session: Session) async throws(ServiceError) -> Bool
}
