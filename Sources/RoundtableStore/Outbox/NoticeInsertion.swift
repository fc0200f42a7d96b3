import Foundation
import Postgres
import Roundtable
import RoundtableJSON

/// Notices of a session with their lines, as one JSON array for each write, since a write has any number of them. A
/// notice to a player is kept only if the player has a push token.
struct NoticeInsertion {
    let session: SessionID
    let notices: PostgresJSON

    private static let columns = PostgresColumns<NoticeInsertion> { columns in
        columns.add("session_id") { $0.session.uuid }
        columns.add("notices") { $0.notices }
    }

    /// The statements that insert the notices of one write. NB: a cluster takes no INSERT as a part of another
    /// statement, and no table of people in a statement about a session.
    fileprivate static let single = [
        lines(from: "(\(told(from: "json_to_recordset({notices})")) AND \(isWanted)) AS told"),
        """
        \(notices(from: "outbox_lines", "(\(told(from: "json_to_recordset({notices})")))"))
        WHERE l.session_id = {session_id}
        """,
        "\(removal(from: "outbox_lines")) AND l.session_id = {session_id}",
    ].map { PostgresTemplate($0, of: columns) }

    /// The parts of a statement that insert the notices of many writes, by their names.
    ///
    /// - Parameter source: where they come from, under the name `i`, with the columns `session_id` and `notices`.
    static func parts(from source: String) -> [(name: String, text: String)] {
        let told = told(from: "\(source) CROSS JOIN json_to_recordset(i.notices)")
            .replacing("{session_id}", with: "i.session_id")
        return [
            ("told", "\(told) AND \(isWanted)"),
            ("line", "\(lines(from: "told")) RETURNING session_id, channel, player_id, newest_id, last"),
            ("notice", notices(from: "line", "told")), ("dropped", removal(from: "line")),
        ]
    }

    private static func told(from source: String) -> String {
        """
        SELECT {session_id} AS session_id, n.id, n.channel, n.player, n.author, n.revision, n.items,
            to_timestamp(n.made / 1000) AS made, to_timestamp(n.due / 1000) AS due
        FROM \(source) AS n (
            id uuid, channel text, player uuid, author uuid, revision int, items json, made float8, due float8)
        WHERE true
        """
    }

    /// NB: no EXISTS, for which PostgreSQL may read a whole table into a hash table. It never does that for a subquery
    /// that returns a value.
    private static let isWanted =
        "(n.channel = 'webhook' OR (SELECT true FROM push_tokens t WHERE t.player_id = n.player LIMIT 1))"

    /// A line that has nothing to deliver is due with its notice; else it stays due when its first notice is. Of
    /// reminders only the newest matters.
    private static func lines(from told: String) -> String {
        """
        INSERT INTO outbox_lines AS l (session_id, channel, player_id, author_id, newest_id, last, done, since, due_at)
        SELECT session_id, channel, player, author, id, 1, 0, made, due FROM \(told)
        ON CONFLICT (session_id, channel, player_id) DO UPDATE SET
            author_id = EXCLUDED.author_id, newest_id = EXCLUDED.newest_id, last = l.last + 1,
            since = CASE WHEN l.due_at IS NULL THEN EXCLUDED.since ELSE l.since END,
            due_at = CASE WHEN l.due_at IS NULL OR l.channel = 'reminder' THEN EXCLUDED.due_at ELSE l.due_at END
        """
    }

    private static func notices(from lines: String, _ told: String) -> String {
        """
        INSERT INTO outbox (session_id, channel, player_id, number, notice_id, revision, items, created_at)
        SELECT l.session_id, l.channel, l.player_id, l.last, n.id, n.revision, n.items, n.made
        FROM \(lines) l JOIN \(told) n ON n.id = l.newest_id
        """
    }

    /// Removes the oldest notice of a line that is longer than it may be. The dispatcher counts it as dropped.
    private static func removal(from lines: String) -> String {
        let capacities = Notice.Channel.allCases.map { "WHEN '\($0.rawValue)' THEN \($0.capacity)" }
        return """
            DELETE FROM outbox o USING \(lines) l
            WHERE o.session_id = l.session_id AND o.channel = l.channel AND o.player_id = l.player_id
                AND o.number = l.last - CASE l.channel \(capacities.joined(separator: " ")) END AND NOT o.is_given_up
            """
    }

    /// Notices as a column of a write; nil for none.
    static func json(_ notices: [Notice]) throws(ServiceError) -> PostgresJSON? {
        guard !notices.isEmpty else { return nil }
        return try PostgresJSON { json in json.array(notices) { write($1, to: &$0) } }
    }

    private static func write(_ notice: Notice, to json: inout JSONWriter) {
        json.object { json in
            json.member("author", notice.author)
            json.member("channel", notice.line.channel.rawValue)
            json.member("due", notice.dueAt.milliseconds)
            json.member("id", notice.id.uuid.uuidString)
            json.member("items", notice.items)
            json.member("made", notice.createdAt.milliseconds)
            json.member("player", notice.line.receiver.uuidString)
            json.member("revision", notice.revision)
        }
    }
}

extension SessionTransaction {
    mutating func add(_ notices: [Notice]) throws(ServiceError) {
        guard let session = notices.first?.line.session, let json = try NoticeInsertion.json(notices) else { return }
        let insertion = NoticeInsertion(session: session, notices: json)
        for statement in NoticeInsertion.single { add(statement(insertion)) }
    }
}

extension Notice.Line {
    /// The player, or, for the webhook, zeros: a column of a key.
    var receiver: UUID { player?.uuid ?? .beforeAll }
}

extension Date {
    /// The whole milliseconds since 1970.
    fileprivate var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }
}
