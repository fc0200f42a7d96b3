package import Foundation

/// Reminders to be written to the outbox.
package struct Reminder: Sendable {
    package let notices: [Notice]
    /// When the session had somebody to remind.
    package let since: Date
    /// When it next has somebody; nil for never.
    package let next: Date?
}

/// Reminds players when a quarter of their turn is left; on their devices never at night.
package struct ReminderService: Sendable {
    let store: any SessionStores & PushTokenStore
    let log: SessionLog

    private var context: ServiceContext { log.context }

    /// Looks once for players to remind. Instances may look at the same time: each reminder is written once.
    ///
    /// - Throws: `unavailable`.
    package func sweep() async throws(ServiceError) {
        guard context.listeners.isAnybody else { return }
        let now = context.clockReading
        try await Sweep(context: context, store: store).run { last, limit throws(ServiceError) in
            try await store.sessionsToRemind(at: now, after: last, limit: limit)
        } _: { due, record throws(ServiceError) in
            try await remind(record, since: due.mark.at)
        }
    }

    private func remind(_ record: SessionRecord, since: Date) async throws(ServiceError) {
        let session = record.session
        let now = context.clockReading
        let times = session.toAct.compactMap { seat in session.reminder(of: seat).map { (seat: seat, at: $0) } }
        let seats = times.filter { since <= $0.at && $0.at <= now.clockTime }.map(\.seat)
        var notices: [Notice] = []
        for notice in context.listeners.reminders(to: seats, in: session, at: now.date, makeID: context.makeUUID) {
            if let kept = try await byDay(notice, before: session.deadline.map(now.date(of:)), at: now.date) {
                notices.append(kept)
            }
        }
        let reminder = Reminder(
            notices: notices, since: since, next: times.map(\.at).filter { $0 > now.clockTime }.min())
        _ = try await log.update(once: record) { _ throws(ServiceError) in .write(.reminder(reminder), true) }
    }

    /// A notice, put off until the morning if it is night where its player is; nil if it would come too late then.
    private func byDay(
        _ notice: Notice, before deadline: Date?, at now: Date
    ) async throws(ServiceError) -> Notice? {
        guard let player = notice.line.player else { return notice }
        let mornings = try await store.pushTokens(of: player).compactMap { $0.morning(at: now) }
        guard let morning = mornings.max() else { return notice }
        guard deadline.map({ morning < $0 }) ?? true else { return nil }
        var later = notice
        later.dueAt = morning
        return later
    }
}
