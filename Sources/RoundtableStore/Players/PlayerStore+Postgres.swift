package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    package func create(_ player: Player, credential: CredentialID) async throws(ServiceError) {
        _ = try await query(
            """
            WITH player AS (
                INSERT INTO players (player_id, created_at) VALUES (\(player.id.uuid), \(player.createdAt))
            )
            INSERT INTO credentials (credential_id, player_id, created_at)
            VALUES (\(credential.uuid), \(player.id.uuid), \(player.createdAt))
            """)
    }

    package func player(with credential: CredentialID) async throws(ServiceError) -> Player? {
        try await readFirst(
            """
            SELECT p.player_id, p.created_at FROM credentials c JOIN players p ON p.player_id = c.player_id
            WHERE c.credential_id = \(credential.uuid)
            """
        ) { row in
            let (id, createdAt) = try row.decode((UUID, Date).self)
            return Player(id: PlayerID(id), createdAt: createdAt.roundedToMilliseconds)
        }
    }

    package func credentialChanges(
        since time: Date?
    ) async throws(ServiceError) -> (credentials: [CredentialID], at: Date) {
        let rows = try await query(
            """
            SELECT clock_timestamp(), NULL::uuid
            UNION ALL SELECT NULL, credential_id FROM credential_changes WHERE at >= coalesce(\(time), now())
            """)
        return try read {
            var changes: (credentials: [CredentialID], at: Date) = ([], .distantPast)
            for row in rows {
                let (now, credential) = try row.decode((Date?, UUID?).self)
                if let now { changes.at = now }
                if let credential { changes.credentials.append(CredentialID(credential)) }
            }
            return changes
        }
    }

    package func exists(_ player: PlayerID) async throws(ServiceError) -> Bool {
        try await query("SELECT FROM credentials WHERE player_id = \(player.uuid) LIMIT 1").count == 1
    }
}
