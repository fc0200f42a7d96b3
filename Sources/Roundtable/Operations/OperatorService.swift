package import GameRules

/// Changes sessions for operators: by events like any other, with the operator's name and reason.
package struct OperatorService: Sendable {
    private let context: ServiceContext
    private let store: any SessionStores & PlayerStores
    private let changes: SessionChanges

    /// Operations on the sessions of a store.
    package init(context: ServiceContext, store: any SessionStores & PlayerStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        self.changes = changes
    }

    /// Gives a seat to a player who lost the credential that holds it, and cannot be helped by witnesses or a link code.
    ///
    /// - Throws: `not_found` without such a session or player, `session_over`, `not_allowed` for a seat that nobody or the
    ///   same player has.
    package func rebind(
        _ seat: SeatIndex, of session: SessionID, to player: PlayerID, _ operation: Operation
    ) async throws(ServiceError) -> Session {
        guard try await store.exists(player) else { throw ServiceError(.notFound, "There is no such player.") }
        return try await commit(operation, in: session) { session in
            Proposal(.reclaim, by: player, seat: seat, basedOn: session.revision)
        }
    }

    private func commit(
        _ operation: Operation, in id: SessionID, _ proposal: (Session) -> Proposal
    ) async throws(ServiceError) -> Session {
        for _ in 0..<TurnService.attempts {
            guard let record = try await store.record(of: id, for: nil) else { throw .notFound }
            let decision = try record.session.deciding(
                proposal(record.session), operation: operation, at: context.now())
            let commit = Commit(decision, cancellations: record.cancellations)
            if try await store.commit(commit) {
                context.metrics.committed(decision.event, by: .operator)
                changes.didChange(id)
                return decision.session
            }
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }
}
