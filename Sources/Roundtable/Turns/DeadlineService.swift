import GameRules

/// Ends the turns of seats that let their deadline pass, and passes the turns of seats that are gone, each by an event.
package struct DeadlineService: Sendable {
    private static let batch = 100

    private let context: ServiceContext
    private let store: any SessionStores
    private let changes: SessionChanges

    /// Deadlines of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        self.changes = changes
    }

    /// Looks once for sessions in which time ran out. Instances may look at the same time: each event is committed once.
    ///
    /// - Throws: the first failure, after all sessions had their turn: one that can't be read holds nobody up.
    package func sweep() async throws(ServiceError) {
        var failure: ServiceError?
        for id in try await store.overdue(at: context.now(), limit: Self.batch) {
            do throws(ServiceError) {
                guard let record = try await store.record(of: id, for: nil) else { continue }
                try await goOn(record)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func goOn(_ record: SessionRecord) async throws(ServiceError) {
        let session = record.session
        let now = context.now()
        guard let deadline = session.deadline, deadline <= now, let seat = session.toAct.first else { return }
        let isGone = session.seating[seat].state == .gone
        let proposal = Proposal(
            isGone ? .skip : .timeOut, by: session.seating[seat].player, seat: seat, basedOn: session.revision)
        let decision = try session.deciding(proposal, at: now)
        let commit = Commit(decision, cancellations: record.cancellations)
        guard try await store.commit(commit) else { return }
        context.metrics.committed(decision.event, by: .deadline)
        changes.didChange(session.id)
    }
}
