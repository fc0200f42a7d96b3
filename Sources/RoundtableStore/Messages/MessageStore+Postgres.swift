package import Foundation
import RoundtableJSON
import Postgres
package import Roundtable

extension PostgresStore {
    package func save(
        _ message: FreshMessageRecord, of session: SessionID, answer: StoredAnswer
    ) async throws(ServiceError) -> Bool {
        var writes = SessionTransaction()
        writes.add("SELECT FROM sessions WHERE session_id = \(session.uuid)", expecting: .oneRow)
        try writes.addAnswer(answer, in: session, at: message.createdAt)
        writes.add(message.insertion(in: session))
        return try await writes.execute(on: pool) != nil
    }

    package func freshMessage(
        _ id: FreshMessageID, of session: SessionID
    ) async throws(ServiceError) -> FreshMessageRecord? {
        try await readFirst(
            """
            SELECT player_id, revision, created_at FROM fresh_messages
            WHERE session_id = \(session.uuid) AND message_id = \(id.uuid)
            """
        ) { row in
            let (player, revision, createdAt) = try row.decode((UUID, Int, Date).self)
            return FreshMessageRecord(
                id: id, player: PlayerID(player), revision: revision, createdAt: createdAt.roundedToMilliseconds)
        }
    }

    package func event(_ revision: Int, of session: SessionID) async throws(ServiceError) -> Event? {
        try await events(of: session, after: revision - 1, limit: 1).first { $0.revision == revision }
    }

    package func markUnsent(_ revision: Int, of session: SessionID) async throws(ServiceError) {
        _ = try await query(
            """
            UPDATE sessions SET unsent_revision = \(revision)
            WHERE session_id = \(session.uuid) AND revision = \(revision)
            """)
    }

    package func markSent(_ revision: Int, of session: SessionID) async throws(ServiceError) {
        _ = try await query(
            """
            UPDATE sessions SET unsent_revision = NULL
            WHERE session_id = \(session.uuid) AND unsent_revision = \(revision)
            """)
    }

    package func remember(
        _ device: Device, in session: SessionID, at now: Date, charge: ByteCharge?
    ) async throws(ServiceError) -> Bool {
        let kept = device.kept(at: now)
        let upsert = try kept.upsert(in: session, at: now)
        if let charge {
            var writes = SessionTransaction()
            writes.add(upsert, expecting: .oneRow)
            writes.add(charge)
            guard try await writes.execute(on: pool) != nil else { return false }
        } else {
            guard try await changes(upsert) else { return false }
        }
        // A device that is new here may be one too many. If a crash comes between, the next new one makes up for it.
        if device.version == 0 { _ = try await query(kept.forgettingOldest(in: session)) }
        cache.keep(kept, in: session)
        return true
    }
}

extension PostgresStore {
    /// Reads the devices of a session for which a condition holds; the condition ends with the order of the list.
    func devices(of session: SessionID, where condition: StatementPart) async throws(ServiceError) -> [Device] {
        try await readAll(
            """
            SELECT v.player_id, \(unescaped: Device.columns()) FROM devices v
            WHERE v.session_id = \(session.uuid) AND \(condition)
            """
        ) { try Device(row: $0, player: PlayerID(try $0.decode("player_id"))) }
    }
}

extension FreshMessageRecord {
    func insertion(in session: SessionID) -> PostgresStatement {
        """
        INSERT INTO fresh_messages (session_id, message_id, player_id, revision, created_at)
        VALUES (\(session.uuid), \(id.uuid), \(player.uuid), \(revision), \(createdAt))
        """
    }
}

extension SessionTransaction {
    /// Keeps the first answer to a request, on the condition that there is none yet.
    mutating func addAnswer(_ answer: StoredAnswer, in session: SessionID, at now: Date) throws(ServiceError) {
        let response = try PostgresJSON(answer.content)
        add(
            """
            INSERT INTO answers (session_id, player_id, key, fingerprint, answer, created_at)
            VALUES (\(session.uuid), \(answer.player.uuid), \(answer.key), \(answer.fingerprint),
                \(response), \(now))
            ON CONFLICT (session_id, player_id, key) DO NOTHING
            """, expecting: .oneRow)
    }
}

extension Device {
    /// Writes the device's row, unless it has been written meanwhile.
    func upsert(in session: SessionID, at now: Date) throws(ServiceError) -> PostgresStatement {
        let aliases = try PostgresJSON(aliases)
        return """
            INSERT INTO devices (\(unescaped: Device.writtenColumns))
            VALUES (\(session.uuid), \(player.uuid), \(conversation.local.uuid),
                \(conversation.remotes.map(\.uuid)), \(since), \(reportedAt), \(formerRemotes.map(\.uuid)), \(aliases),
                \(version), \(now), \(now))
            \(unescaped: Device.replacingOlder)
            """
    }

    /// Forgets the devices of the same player that were not seen for longest, if there are too many with this one.
    func forgettingOldest(in session: SessionID) -> PostgresStatement {
        """
        DELETE FROM devices
        WHERE session_id = \(session.uuid) AND player_id = \(player.uuid) AND local_id IN (
            SELECT local_id FROM devices
            WHERE session_id = \(session.uuid) AND player_id = \(player.uuid)
                AND local_id <> \(conversation.local.uuid)
            ORDER BY seen_at DESC OFFSET \(Device.capacity - 1))
        """
    }

    /// A condition: the asking device was not written since it was read. A row has its session, player, own identifier
    /// and version.
    static func isUnchanged<Row>(of columns: PostgresColumns<Row>) -> RowCondition<Row> {
        RowCondition(
            """
            SELECT FROM devices v
            WHERE v.session_id = {session_id} AND v.player_id = {player_id} AND v.local_id = {local_id}
                AND v.version <> {device_version}
            """, isFound: false, of: columns)
    }
}

extension Device {
    private static let writtenColumns = """
        session_id, player_id, local_id, remote_ids, since, told_at, former_ids, aliases, version, seen_at,
        first_seen_at
        """

    /// A device that has been written meanwhile stays as it is.
    private static let replacingOlder = """
        ON CONFLICT (session_id, player_id, local_id) DO UPDATE
        SET remote_ids = EXCLUDED.remote_ids, since = EXCLUDED.since, told_at = EXCLUDED.told_at,
            former_ids = EXCLUDED.former_ids, aliases = EXCLUDED.aliases, version = EXCLUDED.version,
            seen_at = EXCLUDED.seen_at
        WHERE devices.version = EXCLUDED.version - 1
        """

    /// The number of devices of one player that are known in one session.
    fileprivate static let capacity = 16

    /// The parts of a statement that keep the devices of a part of it, each unless it has been written meanwhile.
    ///
    /// They also forget the devices of the same player that were not seen for longest, beyond a few; never the one that
    /// is being seen, which one statement could not both keep and forget.
    ///
    /// - Parameters:
    ///   - reported: a part with `session_id`, `player_id`, `local_id`, `device` as JSON with the new version, and
    ///     `at`.
    ///   - areFirst: whether their sessions are new, and there is nothing to forget.
    static func keeping(_ reported: String, areFirst: Bool = false) -> String {
        let kept = """
            kept AS (
                INSERT INTO devices (\(writtenColumns))
                SELECT t.session_id, t.player_id, t.local_id, n.remote_ids, n.since, n.told_at, n.former_ids, n.aliases,
                    n.version, t.at, t.at
                FROM \(reported) t, json_populate_record(NULL::devices, t.device) n
                \(replacingOlder)
                RETURNING session_id, player_id, local_id
            )
            """
        let forgotten = """
            , forgotten AS (
                DELETE FROM devices d USING \(reported) t, LATERAL (
                    SELECT local_id FROM devices
                    WHERE session_id = t.session_id AND player_id = t.player_id AND local_id <> t.local_id
                    ORDER BY seen_at DESC OFFSET \(capacity - 1)
                ) old
                WHERE d.session_id = t.session_id AND d.player_id = t.player_id AND d.local_id = old.local_id
            )
            """
        return areFirst ? kept : kept + forgotten
    }

    /// Whether the device of a row was kept by ``keeping(_:areFirst:)``.
    ///
    /// NB: no join, since the parts of a statement have no keys, by which an instance's connections join.
    static let isKept = """
        ((session_id, player_id, local_id) IN (SELECT session_id, player_id, local_id FROM kept)) IS TRUE
        """

    /// The columns of `devices` that the initialiser reads.
    ///
    /// - Parameter known: a condition on which they are of no interest.
    static func columns(unless known: String = "false") -> String {
        ["local_id", "remote_ids", "since", "told_at", "former_ids", "aliases", "version"]
            .map { "CASE WHEN \(known) THEN NULL ELSE v.\($0) END AS \($0)" }.joined(separator: ", ")
    }

    init(row: PostgresRow, player: PlayerID) throws {
        self.init(
            player: player,
            conversation: Conversation(
                local: ParticipantID(try row.decode("local_id")),
                remotes: try row.decode("remote_ids", as: [UUID].self).map(ParticipantID.init)),
            since: try row.decode("since"), reportedAt: try row.decode("told_at"),
            formerRemotes: try row.decode("former_ids", as: [UUID].self).map(ParticipantID.init),
            aliases: try row.decode("aliases", as: PostgresJSON.self).decode(), version: try row.decode("version"))
    }
}

extension Device {
    /// The columns as one JSON object, from which the statement above populates a row.
    ///
    /// - Throws: `bad_request`, if something in it can't be kept.
    func row() throws(ServiceError) -> PostgresJSON {
        try PostgresJSON { json in
            json.object { json in
                json.member("aliases", aliases)
                json.name("former_ids")
                json.array(formerRemotes) { $0.uuid($1.uuid, uppercase: false) }
                json.name("remote_ids")
                json.array(conversation.remotes) { $0.uuid($1.uuid, uppercase: false) }
                json.member("since", ifPresent: since)
                json.member("told_at", reportedAt)
                json.member("version", version)
            }
        }
    }
}

extension DeviceReport {
    /// The device as it is to be kept; nil if it is not.
    ///
    /// - Throws: `bad_request`, if something in it can't be kept.
    func row(at now: Date) throws(ServiceError) -> PostgresJSON? { hasChanges ? try device.kept(at: now).row() : nil }
}
