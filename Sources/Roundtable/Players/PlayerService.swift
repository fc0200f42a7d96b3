import Foundation

/// Makes players and recognises them by their credentials.
package struct PlayerService: Sendable {
    let store: any PlayerStore
    let context: ServiceContext
    private let cache = CredentialCache()

    /// A new player and the bearer token, which is shown this once.
    ///
    /// - Parameter address: where they are made, if that counts.
    /// - Throws: `rate_limited`.
    package func create(
        from address: ClientAddress? = nil
    ) async throws(ServiceError) -> (player: Player, token: String) {
        if let address { try context.usage?.makePlayer(from: address) }
        let player = Player(id: PlayerID(context.makeUUID()), createdAt: context.now())
        let credential = CredentialID(context.makeUUID())
        try await store.create(player, credential: credential)
        return (player, context.keys.seal(for: .credential) { $0 += credential.uuid.bytes })
    }

    /// The player who holds a token.
    ///
    /// - Throws: `unauthenticated`, for a token that is forged, cut short or revoked.
    package func authenticate(_ token: String) async throws(ServiceError) -> Player {
        guard let credential = credential(of: token) else { throw Self.invalid }
        return try await authenticate(credential)
    }

    /// The player who holds a credential.
    ///
    /// - Throws: `unauthenticated`, for one that is revoked.
    package func authenticate(_ credential: CredentialID) async throws(ServiceError) -> Player {
        let known = cache.player(with: credential)
        context.metrics.credentials.count(known == nil ? .miss : .hit)
        if let known { return known }
        let now = ContinuousClock.now
        guard let player = try await store.player(with: credential) else { throw Self.invalid }
        cache.keep(player, for: credential, since: now)
        return player
    }

    /// The credential that a token stands for, revoked or not; nil for a token that the service never made.
    package func credential(of token: String) -> CredentialID? {
        cache.credential(of: token) { token in
            guard let payload = context.keys.open(token, for: .credential), payload.count == 16 else { return nil }
            return CredentialID(UUID(bytes: payload))
        }
    }

    /// Asks which credentials have changed, so that all others stay valid; to be done more often than every five
    /// seconds, or each is looked up again when it is used.
    package func sweep() async throws(ServiceError) {
        let now = ContinuousClock.now
        cache.sweep(try await store.credentialChanges(since: cache.nextSweep), since: now)
    }

    /// Verifies every token anew, because the keys have changed.
    func forgetTokens() { cache.forgetTokens() }

    /// Checks the credentials of a player anew, because something about them changed.
    func forget(_ player: PlayerID) { cache.forget(player) }

    /// The refusal of a credential that is none.
    package static let invalid = ServiceError(.unauthenticated, "This credential is not valid.")
}
