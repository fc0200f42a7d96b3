package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// As long as a node of a cluster is away, those of the others.
    package func dueLines(
        on channel: Notice.Channel, at now: Date, limit: Int
    ) async throws(ServiceError) -> [Notice.Line] {
        let due = DueLines(channel: channel, now: now, limit: limit)
        let rows: PostgresResult
        do {
            rows = try await pool.query(due.everywhere)
        } catch  where isDistributed && error.sqlState?.isOfAbsence == true {
            rows = try await query(due.inReachableShards)
        } catch {
            throw ServiceError(error)
        }
        return try read {
            try rows.map { row in
                let (session, player) = try row.decode((UUID, UUID?).self)
                return Notice.Line(
                    session: SessionID(session), channel: channel, player: player.map { PlayerID($0) })
            }
        }
    }

    /// The first row of the line decides. If it is due and nobody else's, all rows are leased. If it is to be tried
    /// later, the rows that are due take its time: they wait for it. If somebody else has leased it, nothing changes.
    /// Of reminders only those count that are due, since the others wait for the morning.
    ///
    /// A row that has changed since the statement began is left alone. So of two who lease at the same moment, one gets
    /// the rows, and the other one at most a row that has just been added: then the first row is not among its own, and
    /// it gives that row back.
    package func lease(
        _ lease: OutboxLease, after last: OutboxLease?, at now: Date, limit: Int
    ) async throws(ServiceError) -> [OutboxRow] {
        let line = lease.line
        let rows = try await query(
            """
            WITH line AS (
                SELECT notice_id, revision, created_at, due_at, leased_to,
                    leased_to IS NULL OR leased_to <= \(now) OR leased_to = \(last?.end) AS is_free
                FROM outbox
                WHERE \(line.condition) AND due_at IS NOT NULL
                    AND (channel <> \(Notice.Channel.reminder.rawValue) OR due_at <= \(now))
            ), head AS (
                SELECT notice_id, due_at, due_at <= \(now) AS is_due FROM line
                WHERE is_free AND notice_id = (
                    SELECT notice_id FROM line ORDER BY \(unescaped: Self.order) LIMIT 1)
            ), leased AS (
                UPDATE outbox SET
                    leased_to = CASE WHEN head.is_due THEN \(lease.end) END,
                    due_at = CASE WHEN head.is_due THEN outbox.due_at ELSE head.due_at END
                FROM head, line
                WHERE outbox.session_id = \(line.session.uuid) AND outbox.channel = \(line.channel.rawValue)
                    AND outbox.notice_id = line.notice_id
                    AND outbox.due_at = line.due_at AND outbox.leased_to IS NOT DISTINCT FROM line.leased_to
                    AND line.is_free AND (head.is_due OR line.due_at <= \(now))
                RETURNING outbox.*, head.notice_id AS first, head.is_due
            )
            SELECT \(unescaped: OutboxRow.columns), first FROM leased WHERE is_due
            ORDER BY \(unescaped: Self.order) LIMIT \(limit)
            """)
        let (leased, first) = try read {
            (try rows.map { try OutboxRow(row: $0) }, try rows.first?.decode("first", as: UUID.self))
        }
        guard leased.first?.notice.id.uuid == first else {
            try await release(lease)
            return []
        }
        return leased
    }

    private static let order = "revision, created_at, notice_id"

    package func note(delivered: Int, of row: OutboxRow) async throws(ServiceError) {
        _ = try await query(
            """
            UPDATE outbox SET delivered = \(delivered)
            WHERE \(row.notice.line.condition) AND notice_id = \(row.notice.id.uuid)
            """)
    }

    package func remove(_ row: OutboxRow) async throws(ServiceError) {
        _ = try await removals.submit(OutboxRemoval(notice: row.notice))
    }

    /// A row that is given up leaves the line, which stays leased; one that is tried again ends the lease.
    package func postpone(
        _ row: OutboxRow, under lease: OutboxLease, until due: Date?, because failure: String
    ) async throws(ServiceError) {
        let id = row.notice.id.uuid
        _ = try await query(
            """
            UPDATE outbox SET due_at = \(due), leased_to = NULL,
                delivered = CASE WHEN notice_id = \(id) THEN \(row.delivered) ELSE delivered END,
                reached = CASE WHEN notice_id = \(id) THEN \(row.reached) ELSE reached END,
                failures = failures + CASE WHEN notice_id = \(id) THEN 1 ELSE 0 END,
                failure = CASE WHEN notice_id = \(id) THEN \(String(failure.prefix(500))) ELSE failure END
            WHERE \(lease.line.condition) AND (notice_id = \(id) OR \(due) IS NOT NULL AND leased_to = \(lease.end))
            """)
    }

    package func release(_ lease: OutboxLease) async throws(ServiceError) {
        _ = try await query(
            "UPDATE outbox SET leased_to = NULL WHERE \(lease.line.condition) AND leased_to = \(lease.end)")
    }

    package func removeGivenUp(before: Date, limit: Int) async throws(ServiceError) -> Int {
        try await query(
            """
            DELETE FROM outbox WHERE (session_id, notice_id) IN (
                SELECT session_id, notice_id FROM outbox
                WHERE due_at IS NULL AND created_at < \(before) ORDER BY created_at LIMIT \(limit))
            """
        ).affectedRows
    }

    package func sessionsToRemind(
        at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession] {
        let due = DueRows(table: "sessions", time: "remind_at", condition: "remind_at IS NOT NULL")
        return try await sessions(with: due, at: now, after: last, limit: limit)
    }

    package func remind(_ reminder: Reminder, in session: Session) async throws(ServiceError) -> Bool {
        var writes = SessionTransaction()
        writes.add(
            """
            UPDATE sessions SET remind_at = \(reminder.next)
            WHERE session_id = \(session.id.uuid) AND revision = \(session.revision)
                AND remind_at = \(reminder.since)
            """, expecting: .oneRow)
        try writes.add(reminder.notices)
        return try await writes.execute(on: pool) != nil
    }
}

extension OutboxRow {
    /// The columns that the initialiser reads.
    static let columns = """
        session_id, notice_id, channel, player_id, revision, items, delivered, reached, failures, failure,
        created_at, due_at
        """

    init(row: PostgresRow) throws {
        let line = Notice.Line(
            session: SessionID(try row.decode("session_id")),
            channel: try row.word("channel", orThrow: "A stored notice has an unknown channel."),
            player: try row.decode("player_id", as: UUID?.self).map { PlayerID($0) })
        let notice = Notice(
            id: NoticeID(try row.decode("notice_id")), line: line, revision: try row.decode("revision"),
            items: try row.decode("items", as: PostgresJSON.self).decode(),
            createdAt: try row.decode("created_at", as: Date.self).roundedToMilliseconds)
        self.init(
            notice, delivered: try row.decode("delivered"), reached: try row.decode("reached"),
            failures: try row.decode("failures"),
            dueAt: try row.decode("due_at", as: Date?.self)?.roundedToMilliseconds,
            failure: try row.decode("failure"))
    }
}

extension Notice.Line {
    /// The condition that a row of the outbox is one of the line's.
    fileprivate var condition: StatementPart {
        """
        session_id = \(session.uuid) AND channel = \(channel.rawValue)
            AND player_id IS NOT DISTINCT FROM \(player?.uuid)
        """
    }
}

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

/// The removal of a notice from the outbox, as each delivery ends with one.
struct OutboxRemoval: GroupedRequest {
    let notice: Notice

    var session: SessionID { notice.line.session }

    static func statement(for requests: [Self]) -> PostgresStatement {
        """
        DELETE FROM outbox o USING unnest(
            \(requests.map(\.notice.line.session.uuid)), \(requests.map(\.notice.line.channel.rawValue)),
            \(requests.map(\.notice.id.uuid))
        ) WITH ORDINALITY AS i (session_id, channel, notice_id, ordinal)
        WHERE o.session_id = i.session_id AND o.channel = i.channel AND o.notice_id = i.notice_id
        RETURNING i.ordinal
        """
    }

    static func output(of row: PostgresRow) -> Bool { true }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> Bool? {
        try await pool.rows(
            of: """
                DELETE FROM outbox WHERE session_id = \(notice.line.session.uuid)
                    AND channel = \(notice.line.channel.rawValue) AND notice_id = \(notice.id.uuid)
                """
        ).affectedRows > 0
    }
}
