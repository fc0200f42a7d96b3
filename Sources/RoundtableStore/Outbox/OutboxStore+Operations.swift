package import Foundation
package import Postgres
package import Roundtable

/// The rows of the outbox that are counted together.
package struct OutboxTotals: Sendable, Equatable {
    /// The rows that wait, and the time when the oldest was made of those that are due or have failed.
    package let waiting: Int
    package let oldest: Date?
    /// The rows that were given up.
    package let givenUp: Int

    package init(waiting: Int = 0, oldest: Date? = nil, givenUp: Int = 0) {
        self.waiting = waiting
        self.oldest = oldest
        self.givenUp = givenUp
    }
}

/// The rows that an operator asks for.
package struct OutboxFilter: Sendable {
    /// Those that were given up, or those that wait; nil for both.
    package var isGivenUp: Bool?
    package var channel: Notice.Channel?
    package var session: SessionID?
    /// One of them.
    package var notice: NoticeID?

    package init(
        isGivenUp: Bool? = nil, channel: Notice.Channel? = nil, session: SessionID? = nil, notice: NoticeID? = nil
    ) {
        self.isGivenUp = isGivenUp
        self.channel = channel
        self.session = session
        self.notice = notice
    }

    /// The condition that a row of the outbox is one of those that are asked for.
    fileprivate var condition: StatementPart {
        """
        (due_at IS NULL) = coalesce(\(isGivenUp), due_at IS NULL) AND channel = coalesce(\(channel?.rawValue), channel)
            AND session_id = coalesce(\(session?.uuid), session_id) AND notice_id = coalesce(\(notice?.uuid), notice_id)
        """
    }
}

/// The statements of operators' commands and of metrics.
extension PostgresStore {
    /// Counts the rows of each channel, up to 100,000 of each kind.
    package func totals() async throws(ServiceError) -> [Notice.Channel: OutboxTotals] {
        let waiting = Notice.Channel.allCases.map { channel in
            """
            (SELECT channel, created_at, due_at, failures FROM outbox
                WHERE channel = '\(channel.rawValue)' AND due_at IS NOT NULL ORDER BY due_at LIMIT 100000)
            """
        }
        let rows = try await query(
            """
            SELECT channel, count(due_at),
                min(created_at) FILTER (WHERE due_at <= now() OR due_at IS NOT NULL AND failures > 0),
                count(*) FILTER (WHERE due_at IS NULL)
            FROM (
                \(unescaped: waiting.joined(separator: "\nUNION ALL\n"))
                UNION ALL
                (SELECT channel, created_at, due_at, failures FROM outbox WHERE due_at IS NULL LIMIT 100000)
            ) AS rows GROUP BY channel
            """)
        return try read {
            var totals: [Notice.Channel: OutboxTotals] = [:]
            for row in rows {
                let (channel, waiting, oldest, givenUp) = try row.decode((String, Int, Date?, Int).self)
                guard let channel = Notice.Channel(rawValue: channel) else { continue }
                let ofChannel = OutboxTotals(
                    waiting: waiting, oldest: oldest?.roundedToMilliseconds, givenUp: givenUp)
                if ofChannel != OutboxTotals() { totals[channel] = ofChannel }
            }
            return totals
        }
    }

    /// Rows in the order of their making.
    package func rows(
        _ filter: OutboxFilter, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [OutboxRow] {
        try await readAll(
            """
            SELECT \(unescaped: OutboxRow.columns) FROM outbox
            WHERE \(filter.condition)
                AND (\(last?.id) IS NULL OR (created_at, notice_id) > (\(last?.at), \(last?.id)))
            ORDER BY created_at, notice_id LIMIT \(limit)
            """
        ) { try OutboxRow(row: $0) }
    }

    /// Has rows tried again at once that have failed or were given up; returns how many.
    package func retry(
        _ filter: OutboxFilter, at now: Date, noting entry: AuditEntry
    ) async throws(ServiceError) -> Int {
        try await change(
            """
            UPDATE outbox SET due_at = \(now), failures = 0
            WHERE \(filter.condition) AND (due_at IS NULL OR failures > 0)
            """,
            noting: entry)
    }

    /// Removes rows undelivered; returns how many.
    package func drop(_ filter: OutboxFilter, noting entry: AuditEntry) async throws(ServiceError) -> Int {
        try await change("DELETE FROM outbox WHERE \(filter.condition)", noting: entry)
    }

    private func change(_ statement: PostgresStatement, noting entry: AuditEntry) async throws(ServiceError) -> Int {
        try await inTransaction(orFailing: "The outbox can't be changed.") { transaction in
            let rows = try await transaction.query(statement).affectedRows
            try await transaction.note(entry)
            return rows
        }
    }

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
