package import Foundation
import Postgres
package import Roundtable

/// An operator's view of a player: whether they can play, and how much; nothing of what they play.
package struct PlayerOverview: Sendable {
    /// A credential of the player's, without which nobody acts as them.
    package struct Credential: Sendable {
        package let id: CredentialID
        package let createdAt: Date
    }

    package let player: PlayerID
    /// When their first credential was made; nil if they are no more.
    package let createdAt: Date?
    package let credentials: [Credential]
    /// The number of sessions that they belong to, by phase.
    package let sessions: [String: Int]
    /// Who they are now, or that they were erased, as long as sessions are still being changed.
    package let succession: Succession?

    /// Whether nothing at all is known of such a player.
    package var isUnknown: Bool {
        createdAt == nil && credentials.isEmpty && sessions.isEmpty && succession == nil
    }
}

extension PostgresStore {
    package func overview(of player: PlayerID) async throws(ServiceError) -> PlayerOverview {
        let createdAt = try await readFirst("SELECT created_at FROM players WHERE player_id = \(player.uuid)") {
            try $0.decode(at: 0, as: Date.self)
        }
        let credentials = try await readAll(
            """
            SELECT credential_id, created_at FROM credentials WHERE player_id = \(player.uuid)
            ORDER BY created_at, credential_id
            """
        ) { row in
            let (id, createdAt) = try row.decode((UUID, Date).self)
            return PlayerOverview.Credential(id: CredentialID(id), createdAt: createdAt)
        }
        let sessions = try await readAll(
            """
            SELECT s.phase, count(*) FROM session_players p JOIN sessions s ON s.session_id = p.session_id
            WHERE p.player_id = \(player.uuid) GROUP BY s.phase
            """
        ) { try $0.decode((String, Int).self) }
        return PlayerOverview(
            player: player, createdAt: createdAt, credentials: credentials,
            sessions: Dictionary(sessions) { first, _ in first }, succession: try await succession(of: player))
    }

    /// Ends one of a player's credentials, or all of them, the link code that could make another device theirs, and the
    /// push tokens: nobody knows on which device a credential was, and those that stay register anew.
    ///
    /// Locks the player, as linking does.
    /// - Returns: how many credentials were ended; if it is none, nothing was done, and nothing noted.
    package func revoke(
        _ credential: CredentialID?, of player: PlayerID, noting entry: AuditEntry
    ) async throws(ServiceError) -> Int {
        try await inTransaction(orFailing: "A credential could not be ended.") { transaction in
            _ = try await transaction.query("SELECT FROM players WHERE player_id = \(player.uuid) FOR UPDATE")
            let revoked = try await transaction.query(
                """
                DELETE FROM credentials WHERE player_id = \(player.uuid)
                    AND (\(credential?.uuid) IS NULL OR credential_id = \(credential?.uuid))
                """)
            guard revoked.affectedRows > 0 else { return 0 }
            _ = try await transaction.query("DELETE FROM link_codes WHERE player_id = \(player.uuid)")
            _ = try await transaction.query("DELETE FROM push_tokens WHERE player_id = \(player.uuid)")
            try await transaction.note(entry)
            return revoked.affectedRows
        }
    }
}
