package import Foundation

/// A row of the outbox as it is kept.
package struct OutboxRow: Sendable, Equatable {
    package let notice: Notice
    /// The number of its items that were delivered.
    package var delivered: Int
    /// The devices that have shown the notice, by their tokens, although others could not be reached.
    package var reached: [String]
    /// The number of attempts that failed.
    package let failures: Int
    /// When it is tried next; nil once it was given up.
    package let dueAt: Date?
    /// Why the last attempt failed; nil if none did.
    package let failure: String?

    package init(
        _ notice: Notice, delivered: Int = 0, reached: [String] = [], failures: Int = 0, dueAt: Date?,
        failure: String? = nil
    ) {
        self.notice = notice
        self.delivered = delivered
        self.reached = reached
        self.failures = failures
        self.dueAt = dueAt
        self.failure = failure
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

/// The kept notices. They are written with the events that they tell of.
package protocol OutboxStore: Sendable {
    /// Lines of a channel on which a notice is due, those that are due first before the others.
    func dueLines(on channel: Notice.Channel, at now: Date, limit: Int) async throws(ServiceError) -> [Notice.Line]
    /// Leases a line, and reads its next rows in order.
    ///
    /// - Parameter last: the lease under which the caller has just delivered rows of the line; nil for none.
    /// - Returns: nothing if no row is due, or somebody else has leased the line.
    func lease(
        _ lease: OutboxLease, after last: OutboxLease?, at now: Date, limit: Int
    ) async throws(ServiceError) -> [OutboxRow]
    /// Notes how many items of a row have arrived.
    func note(delivered: Int, of row: OutboxRow) async throws(ServiceError)
    /// Removes a row whose items are all delivered.
    func remove(_ row: OutboxRow) async throws(ServiceError)
    /// Ends a lease after a failure: the row is tried again later, and what comes behind it waits.
    ///
    /// - Parameter due: when it is tried again; nil to give the row up, and to go on with the others at once.
    func postpone(
        _ row: OutboxRow, under lease: OutboxLease, until due: Date?, because failure: String
    ) async throws(ServiceError)
    /// Ends a lease early.
    func release(_ lease: OutboxLease) async throws(ServiceError)

    /// Sessions that have somebody to remind, by the time at which that is due.
    func sessionsToRemind(
        at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession]
    /// Writes reminders, if the session still is as it was read and has somebody to remind; else false, and nothing.
    func remind(_ reminder: Reminder, in session: Session) async throws(ServiceError) -> Bool
}
