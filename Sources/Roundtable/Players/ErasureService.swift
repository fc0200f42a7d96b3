/// Erases people.
package struct ErasureService: Sendable {
    private let context: ServiceContext
    private let store: any SuccessionStore
    private let players: PlayerService
    private let successions: SuccessionService

    package init(
        context: ServiceContext, store: any SuccessionStore, players: PlayerService, successions: SuccessionService
    ) {
        self.context = context
        self.store = store
        self.players = players
        self.successions = successions
    }

    /// Erases a person: their credentials at once, and what their sessions know of them session by session. The games
    /// of others go on; what the person did there is nobody's.
    ///
    /// - Parameter entry: the operator's line of the audit log; nil for the person's own request.
    package func erase(_ player: PlayerID, noting entry: AuditEntry? = nil) async throws(ServiceError) {
        try await store.erase(player, at: context.now(), salt: context.makeUUID(), noting: entry)
        players.forget(player)
        try await successions.carryOut(for: player)
    }
}
