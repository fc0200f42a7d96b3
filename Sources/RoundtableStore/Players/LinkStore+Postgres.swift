package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// Also forgets codes of anybody that are too old to be entered.
    package func save(
        _ digest: UUID, of player: PlayerID, expiresAt: Date, at now: Date
    ) async throws(ServiceError) {
        _ = try await query(
            """
            WITH forgotten AS (
                DELETE FROM link_codes WHERE player_id = \(player.uuid) OR expires_at <= \(now)
            )
            INSERT INTO link_codes (code_digest, player_id, expires_at)
            VALUES (\(digest), \(player.uuid), \(expiresAt))
            """)
    }

    /// Locks the code's row and the credentials of the player who enters it: of two who enter it at once one is linked.
    package func link(
        _ player: PlayerID, by digest: UUID, at now: Date
    ) async throws(ServiceError) -> LinkOutcome {
        let linked = try await query(
            """
            WITH used AS (
                UPDATE link_codes SET used_by = \(player.uuid)
                WHERE code_digest = \(digest) AND expires_at > \(now) AND used_by IS NULL
                    AND player_id <> \(player.uuid)
                    AND EXISTS (SELECT FROM credentials WHERE player_id = \(player.uuid))
                RETURNING player_id
            ), linked AS (
                UPDATE credentials c SET player_id = used.player_id FROM used WHERE c.player_id = \(player.uuid)
                RETURNING c.player_id
            ), redirected AS (
                UPDATE successions s SET successor_id = used.player_id FROM used
                WHERE s.successor_id = \(player.uuid)
            ), succession AS (
                INSERT INTO successions (player_id, successor_id, at)
                SELECT DISTINCT \(player.uuid), player_id, \(now) FROM linked
                ON CONFLICT (player_id) DO NOTHING
            ), forgotten AS (
                DELETE FROM link_failures WHERE player_id = \(player.uuid) AND EXISTS (SELECT FROM linked)
            )
            SELECT DISTINCT player_id FROM linked
            """)
        if let successor = try read({ try linked.first.map { PlayerID(try $0.decode("player_id")) } }) {
            return .linked(successor)
        }
        let rows = try await query(
            """
            SELECT player_id, used_by FROM link_codes WHERE code_digest = \(digest) AND expires_at > \(now)
            """)
        return try read {
            guard let (owner, user) = try rows.first?.decode((UUID, UUID?).self) else { return .unknown }
            guard let user else { return owner == player.uuid ? .own : .unknown }
            return [user, owner].contains(player.uuid) ? .already(PlayerID(owner)) : .unknown
        }
    }

    package func countGuess(
        of player: PlayerID, since: Date, at now: Date
    ) async throws(ServiceError) -> (count: Int, since: Date) {
        let rows = try await query(
            """
            INSERT INTO link_failures AS f (player_id, failures, since) VALUES (\(player.uuid), 1, \(now))
            ON CONFLICT (player_id) DO UPDATE SET
                failures = CASE WHEN f.since <= \(since) THEN 1 ELSE f.failures + 1 END,
                since = CASE WHEN f.since <= \(since) THEN EXCLUDED.since ELSE f.since END
            RETURNING failures, since
            """)
        return try read {
            let (count, since) = try rows.first?.decode((Int, Date).self) ?? (1, now)
            return (count, since.roundedToMilliseconds)
        }
    }
}
