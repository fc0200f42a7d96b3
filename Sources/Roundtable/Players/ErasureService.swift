/// Erases people.
package struct ErasureService: Sendable {
    let context: ServiceContext
    let store: any SuccessionStore
    let players: PlayerService
    let successions: SuccessionService

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
