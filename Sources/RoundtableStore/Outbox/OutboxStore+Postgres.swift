package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// As long as a node of a cluster is away, those of the others.
    package func dueLines(
        on channel: Notice.Channel, besides busy: [PlayerID], at now: Date, limit: Int
    ) async throws(ServiceError) -> [DueLine] {
        let due = DueLines(channel: channel, busy: busy.map(\.uuid), now: now, limit: limit)
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
                let (session, receiver, author, turn) = try row.decode((UUID, UUID, UUID, Int).self)
                return DueLine(
                    line: Notice.Line(session: SessionID(session), channel: channel, receiver: receiver),
                    author: PlayerID(author), turn: turn)
            }
        }
    }

    /// NB: whoever waits here for somebody who adds a notice finds that line.last has grown, and may not find the row.
    package func lease(_ lease: OutboxLease, at now: Date, limit: Int) async throws(ServiceError) -> LeasedLine? {
        let line = lease.line
        let order = line.channel.capacity == 1 ? "DESC LIMIT 1" : "LIMIT \(limit)"
        let rows = try await query(
            """
            WITH line AS (
                UPDATE outbox_lines SET leased_to = \(lease.end)
                WHERE \(line.condition) AND due_at <= \(now) AND (leased_to IS NULL OR leased_to <= \(now))
                RETURNING *
            )
            SELECT \(unescaped: OutboxRow.columns(of: "line")), row.*, (
                SELECT max(told_at) FROM outbox_lines
                WHERE session_id = \(line.session.uuid) AND channel IN ('push', 'reminder')
                    AND player_id = \(line.receiver)) AS told_at
            FROM line LEFT JOIN LATERAL (
                SELECT \(unescaped: OutboxRow.columns) FROM outbox
                WHERE \(line.condition) AND number > line.done AND NOT is_given_up
                ORDER BY number \(unescaped: order)) AS row ON true
            ORDER BY row.number
            """)
        return try read {
            guard let first = rows.first else { return nil }
            let done = try first.decode("line_done", as: Int.self)
            guard try first.decode("number", as: Int?.self) != nil else {
                return LeasedLine(lease, done: done, rows: [])
            }
            let read = try rows.enumerated().map { try OutboxRow(row: $1, isFirst: $0 == 0) }
            return LeasedLine(lease, done: done, rows: read)
        }
    }

    package func giveUp(_ row: OutboxRow) async throws(ServiceError) {
        _ = try await query(
            """
            UPDATE outbox SET is_given_up = true, failures = \(row.progress.failures),
                failure = \(row.progress.failure.map { String($0.prefix(500)) })
            WHERE \(row.notice.line.condition) AND number = \(row.number)
            """)
    }

    /// NB: the line is locked before its rows, as by whoever adds one.
    package func settle(_ leased: LeasedLine, _ settlement: Settlement) async throws(ServiceError) {
        let (line, done, progress) = (leased.lease.line, settlement.done, settlement.progress)
        let next = leased.rows.first { $0.number > done }
        _ = try await query(
            """
            WITH line AS (
                UPDATE outbox_lines SET done = \(done), leased_to = NULL,
                    due_at = CASE WHEN last > \(done) THEN \(settlement.dueAt) END,
                    since = \(next?.notice.createdAt ?? settlement.dueAt),
                    told_at = coalesce(\(settlement.toldAt), told_at),
                    delivered = \(progress.delivered), reached = \(progress.reached),
                    failures = \(progress.failures), failure = \(progress.failure.map { String($0.prefix(500)) })
                WHERE \(line.condition) AND leased_to = \(leased.lease.end)
                RETURNING session_id
            )
            DELETE FROM outbox o USING line
            WHERE o.session_id = line.session_id AND \(line.condition(of: "o"))
                AND o.number > \(leased.done) AND o.number <= \(done) AND NOT o.is_given_up
            """)
    }

    package func close(_ lease: OutboxLease) async throws(ServiceError) {
        _ = try await query(PostgresStore.closingEmptyLines(where: lease.line.condition(of: "l")))
        _ = try await query(
            "UPDATE outbox_lines SET leased_to = NULL WHERE \(lease.line.condition) AND leased_to = \(lease.end)")
    }

    /// Notes of lines that nothing waits in them. NB: a notice that is being added raises last, so that its line is
    /// left alone.
    static func closingEmptyLines(where condition: StatementPart) -> PostgresStatement {
        """
        UPDATE outbox_lines SET done = empty.last, due_at = NULL
        FROM (
            SELECT session_id, channel, player_id, last FROM outbox_lines l
            WHERE l.due_at IS NOT NULL AND \(condition) AND NOT EXISTS (
                SELECT FROM outbox o
                WHERE o.session_id = l.session_id AND o.channel = l.channel AND o.player_id = l.player_id
                    AND o.number > l.done AND NOT o.is_given_up)) AS empty
        WHERE outbox_lines.session_id = empty.session_id AND outbox_lines.channel = empty.channel
            AND outbox_lines.player_id = empty.player_id AND outbox_lines.last = empty.last
        """
    }

    package func hidingRevision(of session: SessionID, by player: PlayerID) async throws(ServiceError) -> Int? {
        try await readFirst(
            """
            SELECT hidden_at FROM session_players
            WHERE session_id = \(session.uuid) AND player_id = \(player.uuid)
            """
        ) { try $0.decode(at: 0, as: Int?.self) } ?? nil
    }

    package func removeGivenUp(before: Date, limit: Int) async throws(ServiceError) -> Int {
        try await query(
            """
            DELETE FROM outbox WHERE (session_id, channel, player_id, number) IN (
                SELECT session_id, channel, player_id, number FROM outbox
                WHERE is_given_up AND created_at < \(before) ORDER BY created_at LIMIT \(limit))
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
    /// The columns that the initialiser reads: those of a row of the outbox, and then those of its line.
    static let columns = """
        session_id, channel, player_id, number, notice_id, revision, items, created_at, is_given_up, failures, failure
        """

    static func columns(of line: String) -> String {
        let names = ["author_id", "last", "done", "due_at", "delivered", "reached", "failures", "failure"]
        return names.map { "\(line).\($0) AS line_\($0)" }.joined(separator: ", ")
    }

    /// NB: of a notice that has others before it, nothing has become. What the devices have shown is no more of use if
    /// another notice has taken its place.
    init(row: PostgresRow, isFirst: Bool) throws {
        let line = Notice.Line(
            session: SessionID(try row.decode("session_id")),
            channel: try row.word("channel", orThrow: "A stored notice has an unknown channel."),
            receiver: try row.decode("player_id"))
        let notice = Notice(
            id: NoticeID(try row.decode("notice_id")), line: line, author: PlayerID(try row.decode("line_author_id")),
            revision: try row.decode("revision"), items: try row.decode("items", as: PostgresJSON.self).decode(),
            createdAt: try row.decode("created_at", as: Date.self).roundedToMilliseconds)
        let isGivenUp = try row.decode("is_given_up", as: Bool.self)
        var progress = Progress(failures: try row.decode("failures"), failure: try row.decode("failure"))
        if isFirst, !isGivenUp {
            progress = Progress(
                failures: try row.decode("line_failures"), failure: try row.decode("line_failure"))
            if try row.decode("number", as: Int.self) == row.decode("line_done", as: Int.self) + 1 {
                progress.delivered = try row.decode("line_delivered")
                progress.reached = try row.decode("line_reached")
            }
        }
        self.init(
            notice, number: try row.decode("number"), progress: progress,
            dueAt: isGivenUp ? nil : try row.decode("line_due_at", as: Date?.self)?.roundedToMilliseconds,
            toldAt: try row.decode("told_at", as: Date?.self)?.roundedToMilliseconds)
    }
}

extension Notice.Line {
    /// - Parameter receiver: the player, or, for the webhook, zeros.
    init(session: SessionID, channel: Notice.Channel, receiver: UUID) {
        self.init(session: session, channel: channel, player: receiver == .beforeAll ? nil : PlayerID(receiver))
    }

    /// The condition that a row of the outbox, or of its lines, is one of the line's.
    fileprivate var condition: StatementPart {
        """
        session_id = \(session.uuid) AND channel = \(channel.rawValue) AND player_id = \(receiver)
        """
    }

    fileprivate func condition(of table: String) -> StatementPart {
        """
        \(unescaped: table).session_id = \(session.uuid) AND \(unescaped: table).channel = \(channel.rawValue)
            AND \(unescaped: table).player_id = \(receiver)
        """
    }
}

/// The lines of the outbox with something due at a time, in turns of their authors. Only the first of them are looked
/// at: more than one player can have.
struct DueLines {
    private static let window = 1024

    let channel: Notice.Channel
    let busy: [UUID]
    let now: Date
    let limit: Int

    /// Session, receiver, author, and place among the author's lines.
    var everywhere: PostgresStatement {
        let due: StatementPart = """
            SELECT session_id, player_id, author_id, due_at FROM outbox_lines
            WHERE channel = \(channel.rawValue) AND due_at <= \(now) AND (leased_to IS NULL OR leased_to <= \(now))
            ORDER BY due_at LIMIT \(Self.window)
            """
        return inTurns(due)
    }

    /// The same of a cluster, asked of each shard by itself: a shard that does not answer has none.
    var inReachableShards: PostgresStatement {
        let shard = """
            SELECT json_agg(json_build_array(due_at, session_id, player_id, author_id)) FROM (
                SELECT due_at, session_id, player_id, author_id FROM %%s
                WHERE channel = %1$L AND due_at <= %2$L AND (leased_to IS NULL OR leased_to <= %2$L)
                ORDER BY due_at LIMIT %3$s) AS due
            """
        return inTurns(
            """
            SELECT (due->>1)::uuid AS session_id, (due->>2)::uuid AS player_id, (due->>3)::uuid AS author_id,
                (due->>0)::timestamptz AS due_at
            FROM run_command_on_shards('outbox_lines'::regclass, format(
                    \(shard), \(channel.rawValue), \(now)::timestamptz, \(Self.window)::int)) AS shards,
                json_array_elements(CASE WHEN success THEN nullif(result, '')::json END) AS due
            ORDER BY due_at LIMIT \(Self.window)
            """)
    }

    private func inTurns(_ due: StatementPart) -> PostgresStatement {
        """
        SELECT session_id, player_id, author_id, turn FROM (
            SELECT *, row_number() OVER (PARTITION BY author_id ORDER BY due_at) AS turn FROM (\(due)) AS due
            WHERE author_id <> ALL (\(busy))) AS ranked
        ORDER BY turn, due_at LIMIT \(limit)
        """
    }
}
