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

    /// The condition that a row `o` of the outbox is one of those that are asked for.
    fileprivate var condition: StatementPart {
        """
        o.is_given_up = coalesce(\(isGivenUp), o.is_given_up) AND o.channel = coalesce(\(channel?.rawValue), o.channel)
            AND o.session_id = coalesce(\(session?.uuid), o.session_id)
            AND o.notice_id = coalesce(\(notice?.uuid), o.notice_id)
        """
    }
}

/// The statements of operators' commands and of metrics.
extension PostgresStore {
    /// Counts the rows of each channel, of up to 100,000 lines and as many that were given up.
    package func totals() async throws(ServiceError) -> [Notice.Channel: OutboxTotals] {
        let waiting = Notice.Channel.allCases.map { channel in
            """
            (SELECT channel, least(last - done, \(channel.capacity)) AS waiting, 0 AS given_up,
                CASE WHEN due_at <= now() OR failures > 0 THEN since END AS since
            FROM outbox_lines WHERE channel = '\(channel.rawValue)' AND due_at IS NOT NULL ORDER BY due_at LIMIT 100000)
            """
        }
        let rows = try await query(
            """
            SELECT channel, sum(waiting)::int8, min(since), sum(given_up)::int8
            FROM (
                \(unescaped: waiting.joined(separator: "\nUNION ALL\n"))
                UNION ALL
                (SELECT channel, 0, 1, NULL FROM outbox WHERE is_given_up LIMIT 100000)
            ) AS rows GROUP BY channel
            """)
        return try read {
            var totals: [Notice.Channel: OutboxTotals] = [:]
            for row in rows {
                let (channel, waiting, oldest, givenUp) = try row.decode((String, Int, Date?, Int).self)
                guard let channel = Notice.Channel(rawValue: channel) else { continue }
                totals[channel] = OutboxTotals(
                    waiting: waiting, oldest: oldest?.roundedToMilliseconds, givenUp: givenUp)
            }
            return totals
        }
    }

    /// Rows in the order of their making.
    package func rows(
        _ filter: OutboxFilter, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [OutboxRow] {
        try await readAll(Self.selection(filter, after: last, limit: limit), Self.listed)
    }

    private static func listed(_ row: PostgresRow) throws -> OutboxRow {
        let (number, done, last) = (
            try row.decode("number", as: Int.self), try row.decode("line_done", as: Int.self),
            try row.decode("line_last", as: Int.self)
        )
        let isOfWebhook = try row.decode("channel", as: String.self) == Notice.Channel.webhook.rawValue
        return try OutboxRow(row: row, isFirst: number == (isOfWebhook ? done + 1 : last))
    }

    private static func selection(
        _ filter: OutboxFilter, after last: PageMark? = nil, limit: Int? = nil
    ) -> PostgresStatement {
        """
        SELECT o.*, \(unescaped: OutboxRow.columns(of: "l")), l.told_at
        FROM outbox o JOIN outbox_lines l
            ON l.session_id = o.session_id AND l.channel = o.channel AND l.player_id = o.player_id
        WHERE \(filter.condition)
            AND (\(last?.id) IS NULL OR (o.created_at, o.notice_id) > (\(last?.at), \(last?.id)))
        ORDER BY o.created_at, o.notice_id LIMIT \(limit)
        """
    }

    /// Has rows tried again at once that have failed or were given up; returns how many. What was given up comes last
    /// in its line, since later ones were delivered.
    package func retry(
        _ filter: OutboxFilter, at now: Date, noting entry: AuditEntry
    ) async throws(ServiceError) -> Int {
        var ofGivenUp = filter
        ofGivenUp.isGivenUp = true
        return try await inTransaction(orFailing: "The outbox can't be changed.") { transaction in
            var givenUp: [OutboxRow] = []
            if filter.isGivenUp != false {
                givenUp = try await transaction.query(Self.selection(ofGivenUp)).map(Self.listed)
                _ = try await transaction.query("DELETE FROM outbox o WHERE \(ofGivenUp.condition)")
            }
            for row in givenUp {
                var notice = row.notice
                notice.dueAt = now
                var writes = SessionTransaction()
                try writes.add([notice])
                _ = try await transaction.pipeline(writes.statements)
            }
            let failed = try await transaction.query(
                """
                UPDATE outbox_lines l SET due_at = \(now), failures = 0
                WHERE l.due_at IS NOT NULL AND l.failures > 0 AND \(filter.isGivenUp) IS DISTINCT FROM true
                    AND EXISTS (
                        SELECT FROM outbox o WHERE o.session_id = l.session_id AND o.channel = l.channel
                            AND o.player_id = l.player_id AND o.number > l.done AND NOT o.is_given_up
                            AND \(filter.condition))
                """)
            try await transaction.note(entry)
            return givenUp.count + failed.affectedRows
        }
    }

    /// Removes rows undelivered; returns how many.
    package func drop(_ filter: OutboxFilter, noting entry: AuditEntry) async throws(ServiceError) -> Int {
        try await inTransaction(orFailing: "The outbox can't be changed.") { transaction in
            let rows = try await transaction.query("DELETE FROM outbox o WHERE \(filter.condition)").affectedRows
            _ = try await transaction.query(
                Self.closingEmptyLines(
                    where: """
                        l.channel = coalesce(\(filter.channel?.rawValue), l.channel)
                            AND l.session_id = coalesce(\(filter.session?.uuid), l.session_id)
                        """))
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
