import Foundation
import Postgres
import Roundtable
import RoundtableJSON

/// Rows of `outbox`, as one JSON array for each write, since a write has any number of them. A notice to a player is
/// kept only if the player has a push token.
struct NoticeInsertion {
    let session: SessionID
    let notices: PostgresJSON

    static let columns = PostgresColumns<NoticeInsertion> { columns in
        columns.add("session_id") { $0.session.uuid }
        columns.add("notices") { $0.notices }
    }

    /// The statement that inserts the rows of one write.
    fileprivate static let single = PostgresTemplate(text(from: "json_to_recordset({notices})"), of: columns)

    /// The part of a statement that inserts the rows of many writes.
    ///
    /// - Parameter source: where they come from, under the name `i`, with the columns `session_id` and `notices`.
    static func part(from source: String) -> String {
        text(from: "\(source) CROSS JOIN json_to_recordset(i.notices)")
            .replacing("{session_id}", with: "i.session_id")
    }

    /// NB: no EXISTS, for which PostgreSQL may read a whole table into a hash table. It never does that for a subquery
    /// that returns a value.
    private static func text(from source: String) -> String {
        """
        INSERT INTO outbox (session_id, notice_id, channel, player_id, revision, items, delivered, reached,
            failures, created_at, due_at)
        SELECT {session_id}, n.id, n.channel, n.player, n.revision, n.items, 0, ARRAY[]::text[], 0,
            to_timestamp(n.made / 1000), to_timestamp(n.due / 1000)
        FROM \(source)
            AS n (id uuid, channel text, player uuid, revision int, items json, made float8, due float8)
        WHERE n.player IS NULL OR (SELECT true FROM push_tokens t WHERE t.player_id = n.player LIMIT 1)
        """
    }

    /// Notices as a column of a write; nil for none.
    static func json(_ notices: [Notice]) throws(ServiceError) -> PostgresJSON? {
        guard !notices.isEmpty else { return nil }
        return try PostgresJSON { json in json.array(notices) { write($1, to: &$0) } }
    }

    private static func write(_ notice: Notice, to json: inout JSONWriter) {
        json.object { json in
            json.member("channel", notice.line.channel.rawValue)
            json.member("due", notice.dueAt.milliseconds)
            json.member("id", notice.id.uuid.uuidString)
            json.member("items", notice.items)
            json.member("made", notice.createdAt.milliseconds)
            json.member("player", ifPresent: notice.line.player)
            json.member("revision", notice.revision)
        }
    }
}

extension SessionTransaction {
    mutating func add(_ notices: [Notice]) throws(ServiceError) {
        guard let session = notices.first?.line.session, let json = try NoticeInsertion.json(notices) else { return }
        add(NoticeInsertion.single(NoticeInsertion(session: session, notices: json)))
    }
}

extension Date {
    /// The whole milliseconds since 1970.
    fileprivate var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }
}
