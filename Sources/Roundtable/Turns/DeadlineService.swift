import GameRules

/// Ends the turns of seats that let their deadline pass, and passes the turns of seats that are gone, each by an event.
package struct DeadlineService: Sendable {
    let log: SessionLog

    private var context: ServiceContext { log.context }
    private var store: any SessionStores { log.store }

    /// Looks once for sessions in which time ran out. Instances may look at the same time: each event is committed
    /// once.
    ///
    /// - Throws: `unavailable`.
    package func sweep() async throws(ServiceError) {
        let now = context.clockReading
        try await Sweep(context: context, store: store).run { last, limit throws(ServiceError) in
            try await store.overdue(at: now, after: last, limit: limit)
        } _: { _, record throws(ServiceError) in
            try await goOn(record)
        }
    }

    /// Commits what is due, one event after the other: several seats may be late together.
    private func goOn(_ record: SessionRecord) async throws(ServiceError) {
        var due: SessionRecord? = record
        for _ in record.session.seating.seats {
            guard let record = due else { return }
            let isNextDue = try await log.update(once: record) { record throws(ServiceError) in
                let now = context.clockReading
                guard let proposal = record.session.due(at: now.clockTime) else { return .nothing(false) }
                let decision = try record.session.deciding(proposal, at: now)
                let commit = Commit(decision, generation: record.generation, within: context.quotas)
                return .write(
                    .event(commit, by: .deadline), decision.session.deadline.map { $0 <= now.clockTime } ?? false)
            }
            guard isNextDue == true else { return }
            due = try await store.record(of: record.session.id, for: nil)
        }
    }
}
