package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// Locks the player, as linking does.
    package func erase(
        _ player: PlayerID, at now: Date, salt: UUID, noting entry: AuditEntry?
    ) async throws(ServiceError) {
        try await inTransaction(.retrying, orFailing: "A person could not be erased.") { transaction in
            _ = try await transaction.query("SELECT FROM players WHERE player_id = \(player.uuid) FOR UPDATE")
            _ = try await transaction.query(Self.erasure(of: player.uuid, at: now, salt: salt))
            // NB: a seat may be kept for them in a session that they are no part of yet.
            _ = try await transaction.pipeline(NoticeLines(of: player.uuid).removal())
            try await transaction.note(entry)
        }
    }

    private static func erasure(of player: UUID, at now: Date, salt: UUID) -> PostgresStatement {
        """
        WITH credential AS (
            DELETE FROM credentials WHERE player_id = \(player)
        ), player AS (
            DELETE FROM players WHERE player_id = \(player)
        ), code AS (
            DELETE FROM link_codes WHERE player_id = \(player)
        ), failure AS (
            DELETE FROM link_failures WHERE player_id = \(player)
        ), charge AS (
            DELETE FROM player_bytes WHERE player_id = \(player)
        ), token AS (
            DELETE FROM push_tokens WHERE player_id = \(player)
        ), redirected AS (
            UPDATE successions SET successor_id = NULL, salt = \(salt) WHERE successor_id = \(player)
        )
        INSERT INTO successions AS s (player_id, successor_id, at, salt) VALUES (\(player), NULL, \(now), \(salt))
        ON CONFLICT (player_id) DO UPDATE SET successor_id = NULL, at = EXCLUDED.at,
            salt = coalesce(s.salt, EXCLUDED.salt)
        """
    }

    package func succession(of player: PlayerID) async throws(ServiceError) -> Succession? {
        try await readFirst(
            "SELECT player_id, successor_id, salt FROM successions WHERE player_id = \(player.uuid)"
        ) { try Succession(row: $0) }
    }

    package func successions(after last: PlayerID?, limit: Int) async throws(ServiceError) -> [Succession] {
        try await readAll(
            """
            SELECT player_id, successor_id, salt FROM successions
            WHERE player_id > \(last?.uuid ?? .beforeAll) ORDER BY player_id LIMIT \(limit)
            """
        ) { try Succession(row: $0) }
    }

    /// The first rows of each table have the first ones of both.
    package func sessions(
        involving player: PlayerID, after last: SessionID?, at now: Date, limit: Int
    ) async throws(ServiceError) -> (sessions: [SessionID], last: SessionID?) {
        let start = last?.uuid ?? .beforeAll
        let found = try await readIDs(
            """
            SELECT session_id FROM (
                (SELECT session_id FROM devices WHERE player_id = \(player.uuid) AND session_id > \(start)
                    ORDER BY session_id LIMIT \(limit))
                UNION ALL
                (SELECT session_id FROM session_players WHERE player_id = \(player.uuid) AND session_id > \(start)
                    ORDER BY session_id LIMIT \(limit))
                ORDER BY session_id LIMIT \(limit)
            ) known
            ORDER BY session_id
            """)
        guard let end = found.last else { return ([], nil) }
        let resting = Set(
            try await readIDs(
                """
                SELECT session_id FROM session_faults
                WHERE session_id = ANY (\(found)) AND retry_at > \(now) AND kind <> \(Fault.Kind.differs.rawValue)
                """))
        var sessions: [SessionID] = []
        for id in found where !resting.contains(id) && sessions.last?.uuid != id { sessions.append(SessionID(id)) }
        return (sessions, SessionID(end))
    }

    /// Locks the session's row: what was decided before on the old state is void, as after a cancellation. Linking the
    /// holder of a seat is an act of theirs, and so a veto.
    package func replace(_ replacement: Replacement, on record: SessionRecord) async throws(ServiceError) -> Bool {
        let (session, old, new) = (record.session, replacement.old, replacement.new)
        let seating = try PostgresJSON(session.seating.replacing(replacement))
        var writes = SessionTransaction()
        writes.add(
            """
            UPDATE sessions SET seating = \(seating), generation = generation + 1,
                acting = array_replace(acting, \(old), \(new)),
                creator = CASE WHEN creator = \(old) THEN \(new) ELSE creator END
            WHERE session_id = \(session.id.uuid) AND revision = \(session.revision)
                AND generation = \(record.generation)
            """, expecting: .oneRow)
        // NB: with the generation, so that no instance remembers the newest event as the player's.
        let oldest = max(0, session.revision - Self.replacedEvents)
        for statement in replacement.ofEvents(in: session.id, after: oldest, upTo: session.revision) {
            writes.add(statement)
        }
        writes.add(replacement.ofNewestDrafts(in: session.id))
        for statement in replacement.ofClaims(in: session.id) { writes.add(statement) }
        let lines = NoticeLines(of: old, in: session.id.uuid)
        for statement in replacement.erases ? lines.removal() : lines.handingOver(to: new) { writes.add(statement) }
        writes.add(
            "UPDATE outbox_lines SET author_id = \(new) WHERE session_id = \(session.id.uuid) AND author_id = \(old)")
        let (oldText, newText) = (replacement.oldText, replacement.newText)
        writes.add(
            """
            UPDATE outbox SET items = replace(items::text, \(oldText), \(newText))::json
            WHERE session_id = \(session.id.uuid) AND strpos(items::text, \(oldText)) > 0
            """)
        if !replacement.erases {
            writes.add(
                """
                INSERT INTO session_players (session_id, player_id, listed_at, is_filed)
                SELECT session_id, \(new), listed_at, is_filed FROM session_players
                WHERE session_id = \(session.id.uuid) AND player_id = \(old)
                ON CONFLICT DO NOTHING
                """)
        }
        return try await writes.execute(on: pool) != nil
    }

    package func devices(
        naming player: PlayerID, in session: SessionID, after last: Device?, limit: Int
    ) async throws(ServiceError) -> [Device] {
        try await devices(
            of: session,
            where: """
                (v.player_id, v.local_id)
                    > (\(last?.player.uuid ?? .beforeAll), \(last?.conversation.local.uuid ?? .beforeAll))
                AND strpos(v.aliases::text, \(player.description)) > 0
                ORDER BY v.player_id, v.local_id LIMIT \(limit)
                """)
    }

    /// All devices that are known in a session.
    package func devices(of session: SessionID) async throws(ServiceError) -> [Device] {
        try await devices(of: session, where: "true ORDER BY v.player_id, v.local_id")
    }

    package func relearn(_ device: Device, in session: SessionID) async throws(ServiceError) -> Bool {
        let learned = try PostgresJSON(device.aliases)
        return try await changes(
            """
            UPDATE devices SET aliases = \(learned), version = version + 1
            WHERE session_id = \(session.uuid) AND player_id = \(device.player.uuid)
                AND local_id = \(device.conversation.local.uuid) AND version = \(device.version)
            """)
    }

    package func forget(_ replacement: Replacement, in session: SessionID) async throws(ServiceError) {
        let (old, new) = (replacement.old, replacement.new)
        _ = try await query(
            """
            WITH handed AS (
                INSERT INTO devices (
                    session_id, player_id, local_id, remote_ids, since, told_at, former_ids, aliases,
                    first_seen_at, seen_at)
                SELECT session_id, \(new), local_id, remote_ids, since, told_at, former_ids, aliases,
                    first_seen_at, seen_at
                FROM devices
                WHERE session_id = \(session.uuid) AND player_id = \(old) AND NOT \(replacement.erases)
                ON CONFLICT DO NOTHING
            ), device AS (
                DELETE FROM devices WHERE session_id = \(session.uuid) AND player_id = \(old)
            )
            DELETE FROM session_players WHERE session_id = \(session.uuid) AND player_id = \(old)
            """)
    }

    package func finish(_ succession: Succession, before: Date) async throws(ServiceError) {
        let player = succession.player.uuid
        for table in ["devices", "session_players"] {
            let left = try await query(
                "SELECT session_id FROM \(unescaped: table) WHERE player_id = \(player) LIMIT 1")
            guard left.isEmpty else { return }
        }
        _ = try await query(
            """
            WITH finished AS (
                DELETE FROM successions WHERE player_id = \(player) AND at < \(before) RETURNING player_id
            )
            DELETE FROM players p USING finished
            WHERE p.player_id = finished.player_id
                AND NOT EXISTS (SELECT FROM credentials WHERE player_id = p.player_id)
            """)
    }
}

extension Replacement {
    /// Hands over what the player said of claims, and closes those by or against the player.
    fileprivate func ofClaims(in session: SessionID) -> [PostgresStatement] {
        let id = session.uuid
        return [
            """
            DELETE FROM claim_reports c
            WHERE session_id = \(id) AND player_id = \(old) AND (\(erases) OR EXISTS (
                SELECT FROM claim_reports
                WHERE session_id = \(id) AND claim_id = c.claim_id AND player_id = \(new)))
            """,
            "UPDATE claim_reports SET player_id = \(new) WHERE session_id = \(id) AND player_id = \(old)",
            """
            UPDATE claims SET
                player_id = CASE WHEN player_id = \(old) THEN \(new) ELSE player_id END,
                holder_id = CASE WHEN holder_id = \(old) THEN \(new) ELSE holder_id END,
                state = CASE WHEN state NOT IN ('open', 'aside') THEN state WHEN player_id = \(old) THEN 'withdrawn'
                    WHEN holder_id = \(old) THEN 'disproved' ELSE state END,
                witnesses = CASE WHEN \(old) NOT IN (player_id, holder_id)
                    THEN replace(witnesses::text, \(oldText), \(newText))::json END,
                version = version + 1
            WHERE session_id = \(id) AND (
                player_id = \(old) OR holder_id = \(old) OR strpos(witnesses::text, \(oldText)) > 0)
            """,
        ]
    }
}

extension Succession {
    fileprivate init(row: PostgresRow) throws {
        self.init(
            of: PlayerID(try row.decode("player_id")),
            by: try row.decode("successor_id", as: UUID?.self).map(PlayerID.init),
            salt: try row.decode("salt", as: UUID?.self))
    }
}
