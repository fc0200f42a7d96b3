import GameRules

/// Ends the turns of seats that let their deadline pass, and passes the turns of seats that are gone, each by an event.
package struct DeadlineService: Sendable {
    private let context: ServiceContext
    private let store: any SessionStores
    private let log: SessionLog

    /// Deadlines of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        log = SessionLog(context: context, store: store, changes: changes)
    }

    /// Looks once for sessions in which time ran out. Instances may look at the same time: each event is committed
    /// once.
    ///
    /// - Throws: `unavailable`.
    package func sweep() async throws(ServiceError) {
        let now = context.now()
        try await Sweep(context: context, store: store).run { last, limit throws(ServiceError) in
            try await store.overdue(at: now, after: last, limit: limit)
        } _: { record throws(ServiceError) in
            try await goOn(record)
        }
    }

    private func goOn(_ record: SessionRecord) async throws(ServiceError) {
        let session = record.session
        let now = context.now()
        guard let deadline = session.deadline, deadline <= now, let seat = session.toAct.first else { return }
        let isGone = session.seating[seat].state == .gone
        let proposal = Proposal(
            isGone ? .skip : .timeOut, by: session.seating[seat].player, seat: seat, basedOn: session.revision)
        let decision = try session.deciding(proposal, at: now)
        try await log.perform(log.write(decision, on: record, by: .deadline), in: session.id)
    }
}
