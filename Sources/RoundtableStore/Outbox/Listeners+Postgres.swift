package import Postgres
package import Roundtable

extension PostgresStore {
    /// Notes where this instance has notices delivered, for operators' commands.
    package func note(_ listeners: Listeners) async throws(ServiceError) {
        let channels = listeners.channels.map(\.rawValue)
        _ = try await query(
            """
            WITH gone AS (DELETE FROM outbox_channels WHERE channel <> ALL (\(channels)))
            INSERT INTO outbox_channels SELECT unnest(\(channels)) ON CONFLICT DO NOTHING
            """)
    }
}

extension Listeners {
    /// Where the instance that started last on a database has notices delivered; nowhere, if none ever did.
    package init(notedOn pool: PostgresPool) async throws(PostgresError) {
        let channels = try await pool.query("SELECT channel FROM outbox_channels").map { row throws(PostgresError) in
            try row.decode(at: 0, as: String.self)
        }
        self.init(
            webhook: channels.contains(Notice.Channel.webhook.rawValue),
            push: channels.contains(Notice.Channel.push.rawValue))
    }

    fileprivate var channels: [Notice.Channel] { (webhook ? [.webhook] : []) + (push ? [.push] : []) }
}
