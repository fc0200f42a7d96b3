public import Foundation

/// The answer to `GET /v1/players/me`: whom a credential stands for.
public struct Me: Codable, Hashable, Sendable {
    /// The player.
    public var player: PlayerID
    /// When the player was made.
    public var createdAt: Date

    /// Makes the answer.
    public init(player: PlayerID, createdAt: Date) {
        self.player = player
        self.createdAt = createdAt
    }
}
