import Foundation
import Postgres
import Roundtable

/// The lines of the outbox with something due at a time.
struct DueLines {
    let channel: Notice.Channel
    let now: Date
    let limit: Int

    /// Session and player of each line.
    var everywhere: PostgresStatement {
        """
        SELECT DISTINCT session_id, player_id FROM (
            SELECT session_id, player_id FROM outbox
            WHERE channel = \(channel.rawValue) AND due_at <= \(now)
                AND (leased_to IS NULL OR leased_to <= \(now))
            ORDER BY due_at LIMIT \(limit)) AS due
        """
    }

    /// The same of a cluster, asked of each shard by itself: a shard that does not answer has none.
    var inReachableShards: PostgresStatement {
        let shard = """
            SELECT json_agg(json_build_array(due_at, session_id, player_id)) FROM (
                SELECT due_at, session_id, player_id FROM %%s
                WHERE channel = %1$L AND due_at <= %2$L AND (leased_to IS NULL OR leased_to <= %2$L)
                ORDER BY due_at LIMIT %3$s) AS due
            """
        return """
            SELECT DISTINCT session_id, player_id FROM (
                SELECT (due->>1)::uuid AS session_id, (due->>2)::uuid AS player_id
                FROM run_command_on_shards('outbox'::regclass, format(
                        \(shard), \(channel.rawValue), \(now)::timestamptz, \(limit)::int)) AS shards,
                    json_array_elements(CASE WHEN success THEN nullif(result, '')::json END) AS due
                ORDER BY (due->>0)::timestamptz LIMIT \(limit)) AS due
            """
    }
}
