package import Foundation
import Postgres
package import Roundtable

extension ByteCharge {
    /// Finds a row if the player's bytes of the day leave no room for these.
    var exceeded: PostgresStatement {
        """
        SELECT FROM player_bytes
        WHERE player_id = \(player.uuid) AND day = (\(at) AT TIME ZONE 'UTC')::date AND bytes + \(bytes) > \(quota)
        """
    }

    /// Adds the bytes to those of the player and the day; writes no row if they would exceed the quota.
    var statement: PostgresStatement {
        """
        INSERT INTO player_bytes AS kept (player_id, day, bytes)
        SELECT \(player.uuid), (\(at) AT TIME ZONE 'UTC')::date, \(bytes) WHERE \(bytes) <= \(quota)
        ON CONFLICT (player_id, day) DO UPDATE SET bytes = kept.bytes + EXCLUDED.bytes
        WHERE kept.bytes + EXCLUDED.bytes <= \(quota)
        """
    }
}

extension PostgresStore {
    /// Forgets what players left behind before a day, some rows at a time.
    package func forgetCharges(before now: Date) async throws(ServiceError) {
        let page = 1000
        var removed: Int
        repeat {
            removed = try await query(
                """
                DELETE FROM player_bytes WHERE (player_id, day) IN (
                    SELECT player_id, day FROM player_bytes
                    WHERE day < (\(now) AT TIME ZONE 'UTC')::date ORDER BY day LIMIT \(page))
                """
            ).affectedRows
        } while removed == page
    }
}
