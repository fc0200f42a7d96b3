package import Foundation

/// The result of entering a link code.
package enum LinkOutcome: Sendable, Equatable {
    /// The player's credentials are now those of this player.
    case linked(PlayerID)
    /// They were already, by the same code.
    case already(PlayerID)
    /// The player who entered it showed it.
    case own
    /// There is no such code, or not any more.
    case unknown
}

/// Where link codes are kept.
package protocol LinkStore: Sendable {
    /// Stores the digest of a player's code in place of an older one; false, and nothing, if the player is no more.
    func save(_ digest: UUID, of player: PlayerID, expiresAt: Date) async throws(ServiceError) -> Bool
    /// Makes a player's credentials those of the player who showed a code, and notes the succession, both or neither.
    func link(_ player: PlayerID, by digest: UUID, at now: Date) async throws(ServiceError) -> LinkOutcome
    /// Counts an attempt to enter a code, and tells how many there were since the first one after a time.
    func countGuess(of player: PlayerID, since: Date, at now: Date) async throws(ServiceError)
        -> (count: Int, since: Date)
}
