/// The devices on which players are notified.
package struct PushTokenService: Sendable {
    let context: ServiceContext
    let store: any PushTokenStore

    /// Keeps a token of a player's.
    ///
    /// - Throws: `bad_request`.
    package func register(_ token: PushToken, of player: PlayerID) async throws(ServiceError) {
        try await store.register(try token.checked(), of: player, at: context.now())
    }

    /// Forgets a token of a player's, if it is one.
    package func forget(token: String, of player: PlayerID) async throws(ServiceError) {
        try await store.forget(token.lowercased(), of: player, registeredBefore: nil)
    }
}
