package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// Only for a player who can act: one who was erased or linked a moment ago shows no code any more.
    package func save(_ digest: UUID, of player: PlayerID, expiresAt: Date) async throws(ServiceError) -> Bool {
        try await changes(
            """
            INSERT INTO link_codes (player_id, code_digest, expires_at)
            SELECT \(player.uuid), \(digest), \(expiresAt)
            WHERE EXISTS (SELECT FROM credentials WHERE player_id = \(player.uuid))
            ON CONFLICT (player_id) DO UPDATE
            SET code_digest = EXCLUDED.code_digest, expires_at = EXCLUDED.expires_at, used_by = NULL
            """)
    }

    /// Locks both players, in the order of their IDs, so that of links and erasures that cross each other one comes
    /// wholly before the other.
    package func link(_ player: PlayerID, by digest: UUID, at now: Date) async throws(ServiceError) -> LinkOutcome {
        try await inTransaction(.retrying, orFailing: "A stored row can't be read.") { transaction in
            let codes = try await transaction.query(
                """
                SELECT player_id, used_by FROM link_codes WHERE code_digest = \(digest) AND expires_at > \(now)
                """)
            guard let (owner, user) = try codes.first?.decode((UUID, UUID?).self) else { return .unknown }
            if let user { return [user, owner].contains(player.uuid) ? .already(PlayerID(owner)) : .unknown }
            guard owner != player.uuid else { return .own }
            let locked = try await transaction.query(
                """
                SELECT FROM players p WHERE player_id IN (\(owner), \(player.uuid))
                    AND EXISTS (SELECT FROM credentials WHERE player_id = p.player_id)
                ORDER BY player_id FOR UPDATE
                """)
            guard locked.count == 2 else { return .unknown }
            let linked = try await transaction.query(
                Self.link(player.uuid, to: owner, by: digest, at: now))
            guard linked.count == 1 else { return .unknown }
            for statement in PushToken.handingOver(from: player.uuid, to: owner) {
                _ = try await transaction.query(statement)
            }
            return .linked(PlayerID(owner))
        }
    }

    private static func link(_ player: UUID, to owner: UUID, by digest: UUID, at now: Date) -> PostgresStatement {
        """
        WITH used AS (
            UPDATE link_codes SET used_by = \(player)
            WHERE player_id = \(owner) AND code_digest = \(digest) AND used_by IS NULL
                AND EXISTS (SELECT FROM credentials WHERE player_id = \(player))
                AND EXISTS (SELECT FROM credentials WHERE player_id = \(owner))
            RETURNING player_id
        ), linked AS (
            UPDATE credentials c SET player_id = used.player_id FROM used WHERE c.player_id = \(player)
        ), own_code AS (
            DELETE FROM link_codes USING used WHERE link_codes.player_id = \(player)
        ), failure AS (
            DELETE FROM link_failures USING used WHERE link_failures.player_id = \(player)
        ), charged AS (
            DELETE FROM player_bytes b USING used WHERE b.player_id = \(player) RETURNING day, bytes
        ), charge AS (
            INSERT INTO player_bytes AS kept (player_id, day, bytes) SELECT \(owner), day, bytes FROM charged
            ON CONFLICT (player_id, day) DO UPDATE SET bytes = kept.bytes + EXCLUDED.bytes
        ), redirected AS (
            UPDATE successions s SET successor_id = used.player_id FROM used
            WHERE s.successor_id = \(player) AND s.player_id <> used.player_id
        ), succession AS (
            INSERT INTO successions (player_id, successor_id, at) SELECT \(player), player_id, \(now) FROM used
            ON CONFLICT (player_id) DO UPDATE SET successor_id = EXCLUDED.successor_id, at = EXCLUDED.at
        )
        SELECT FROM used
        """
    }

    package func countGuess(
        of player: PlayerID, since: Date, at now: Date
    ) async throws(ServiceError) -> (count: Int, since: Date) {
        try await readFirst(
            """
            INSERT INTO link_failures AS f (player_id, failures, since) VALUES (\(player.uuid), 1, \(now))
            ON CONFLICT (player_id) DO UPDATE SET
                failures = CASE WHEN f.since <= \(since) THEN 1 ELSE f.failures + 1 END,
                since = CASE WHEN f.since <= \(since) THEN EXCLUDED.since ELSE f.since END
            RETURNING failures, since
            """
        ) { row in
            let (count, since) = try row.decode((Int, Date).self)
            return (count, since.roundedToMilliseconds)
        } ?? (1, now)
    }
}
