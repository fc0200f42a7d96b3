package import Foundation

/// Somebody who plays.
package struct Player: Sendable {
    package let id: PlayerID
    /// When their first credential was made.
    package let createdAt: Date

    package init(id: PlayerID, createdAt: Date) {
        self.id = id
        self.createdAt = createdAt
    }
}

/// All that is kept of players.
package typealias PlayerStores = PlayerStore & LinkStore & SuccessionStore & PushTokenStore

/// Where players and their credentials are kept.
package protocol PlayerStore: Sendable {
    /// Stores a new player with a first credential.
    func create(_ player: Player, credential: CredentialID) async throws(ServiceError)
    /// The player whom a credential belongs to; nil if it was revoked or never existed.
    func player(with credential: CredentialID) async throws(ServiceError) -> Player?
    /// Which credentials were revoked or given to another player since a time, by the store's clock, or lately if none
    /// is given; and when this was found out, by the same clock.
    func credentialChanges(since time: Date?) async throws(ServiceError) -> (credentials: [CredentialID], at: Date)
    /// Whether anybody can act as a player.
    func exists(_ player: PlayerID) async throws(ServiceError) -> Bool
}
