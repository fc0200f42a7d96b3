package import Foundation

/// An operator's view of a player: whether they can play, and how much; nothing of what they play.
package struct PlayerOverview: Sendable {
    /// A credential of the player's, without which nobody acts as them.
    package struct Credential: Sendable {
        package let id: CredentialID
        package let createdAt: Date

        package init(id: CredentialID, createdAt: Date) {
            self.id = id
            self.createdAt = createdAt
        }
    }

    package let player: PlayerID
    /// When their first credential was made; nil if they are no more.
    package let createdAt: Date?
    package let credentials: [Credential]
    /// The number of sessions that they belong to, by phase.
    package let sessions: [String: Int]
    /// Who they are now, or that they were erased, as long as sessions are still being changed.
    package let succession: Succession?

    package init(
        player: PlayerID, createdAt: Date?, credentials: [Credential], sessions: [String: Int], succession: Succession?
    ) {
        self.player = player
        self.createdAt = createdAt
        self.credentials = credentials
        self.sessions = sessions
        self.succession = succession
    }

    /// Whether nothing at all is known of such a player.
    package var isUnknown: Bool {
        createdAt == nil && credentials.isEmpty && sessions.isEmpty && succession == nil
    }
}
