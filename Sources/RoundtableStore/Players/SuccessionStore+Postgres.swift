package import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    /// Locks the player, as linking does.
    package func erase(
        _ player: PlayerID, at now: Date, noting entry: AuditEntry?
    ) async throws(ServiceError) {
        do {
            try await pool.withTransaction { transaction in
                _ = try await transaction.query("SELECT FROM players WHERE player_id = \(player.uuid) FOR UPDATE")
                _ = try await transaction.query(Self.erasure(of: player.uuid, at: now))
                try await transaction.note(entry)
            }
        } catch let error as PostgresError {
            throw ServiceError(error)
        } catch {
            throw ServiceError(.internal, "A person could not be erased.", underlying: error)
        }
    }

    private static func erasure(of player: UUID, at now: Date) -> PostgresStatement {
        """
        WITH credential AS (
            DELETE FROM credentials WHERE player_id = \(player)
        ), player AS (
            DELETE FROM players WHERE player_id = \(player)
        ), code AS (
            DELETE FROM link_codes WHERE player_id = \(player)
        ), failure AS (
            DELETE FROM link_failures WHERE player_id = \(player)
        ), redirected AS (
            UPDATE successions SET successor_id = NULL WHERE successor_id = \(player)
        )
        INSERT INTO successions (player_id, successor_id, at) VALUES (\(player), NULL, \(now))
        ON CONFLICT (player_id) DO UPDATE SET successor_id = NULL, at = EXCLUDED.at
        """
    }

    package func succession(of player: PlayerID) async throws(ServiceError) -> Succession? {
        let rows = try await query("SELECT player_id, successor_id FROM successions WHERE player_id = \(player.uuid)")
        return try read { try rows.first.map { try Succession(row: $0) } }
    }

    package func successions(after last: PlayerID?, limit: Int) async throws(ServiceError) -> [Succession] {
        let rows = try await query(
            """
            SELECT player_id, successor_id FROM successions
            WHERE player_id > \(last?.uuid ?? .beforeAll) ORDER BY player_id LIMIT \(limit)
            """)
        return try read { try rows.map { try Succession(row: $0) } }
    }

    package func session(
        toTell player: PlayerID, after last: SessionID?, at now: Date
    ) async throws(ServiceError) -> SessionID? {
        let rows = try await query(
            """
            SELECT session_id FROM (
                SELECT session_id FROM devices WHERE player_id = \(player.uuid)
                UNION ALL
                SELECT session_id FROM session_players WHERE player_id = \(player.uuid)
            ) known
            WHERE session_id > \(last?.uuid ?? .beforeAll)
                AND NOT EXISTS (
                    SELECT FROM session_faults f WHERE f.session_id = known.session_id AND f.retry_at > \(now)
                        AND f.kind <> \(Fault.Kind.differs.rawValue))
            ORDER BY session_id LIMIT 1
            """)
        return try read { try rows.first.map { SessionID(try $0.decode("session_id")) } }
    }

    /// Locks the session's row: what was decided before on the old state is void, as after a cancellation. Linking the
    /// holder of a seat is an act of theirs, and so a veto.
    package func replace(
        _ replacement: Replacement, on record: SessionRecord
    ) async throws(ServiceError) -> Bool {
        let session = record.session
        let (old, new) = (replacement.player.uuid, replacement.successor.uuid)
        let (oldText, newText) = ("\(replacement.player)", "\(replacement.successor)")
        let erases = replacement.erases
        let seating = try PostgresJSON(session.seating.replacing(replacement))
        let replaced = try await query(
            """
            WITH decided AS (
                UPDATE sessions SET seating = \(seating), cancellations = cancellations + 1,
                    creator = CASE WHEN creator = \(old) THEN \(new) ELSE creator END
                WHERE session_id = \(session.id.uuid) AND revision = \(session.revision)
                    AND cancellations = \(record.cancellations)
                RETURNING session_id
            ), event AS (
                UPDATE events e SET
                    player_id = CASE WHEN player_id = \(old) THEN \(new) ELSE player_id END,
                    details = CASE WHEN details #>> '{founding,creator}' = \(oldText)
                        THEN jsonb_set(e.details::jsonb, '{founding,creator}', to_jsonb(\(newText)::text))
                        ELSE e.details::jsonb END
                        - CASE WHEN \(erases) AND e.player_id = \(old) THEN 'nickname' ELSE '' END,
                    request_id = CASE WHEN player_id <> \(old) THEN request_id END,
                    \(answersAfter: replacement)
                FROM decided d
                WHERE e.session_id = d.session_id
                    AND (e.player_id = \(old) OR e.details #>> '{founding,creator}' = \(oldText))
            ), others_event AS (
                UPDATE events e SET \(answersAfter: replacement)
                FROM decided d
                WHERE e.session_id = d.session_id AND e.player_id <> \(old)
                    AND e.details #>> '{founding,creator}' IS DISTINCT FROM \(oldText) AND \(answerNaming: old)
            ), draft AS (
                UPDATE drafts r SET
                    player_id = \(new),
                    proposal = jsonb_set(
                        jsonb_set(proposal::jsonb, '{player}', to_jsonb(\(newText)::text)),
                        '{intent,founding,creator}', to_jsonb(\(newText)::text), false)
                        - CASE WHEN \(erases) THEN 'nickname' ELSE '' END,
                    status = CASE WHEN \(erases) AND status IN ('live', 'replaced') THEN 'overtaken' ELSE status END,
                    \(answersAfter: replacement)
                FROM decided d WHERE r.session_id = d.session_id AND r.player_id = \(old)
            ), others_draft AS (
                UPDATE drafts r SET \(answersAfter: replacement)
                FROM decided d
                WHERE r.session_id = d.session_id AND r.player_id <> \(old) AND \(answerNaming: old)
            ), fresh AS (
                UPDATE fresh_messages f SET player_id = \(new)
                FROM decided d WHERE f.session_id = d.session_id AND f.player_id = \(old)
            ), own_answer AS (
                DELETE FROM answers a USING decided d WHERE a.session_id = d.session_id AND a.player_id = \(old)
            ), answer AS (
                UPDATE answers a SET answer = jsonb_set(
                    answer::jsonb, '{participants}',
                    (answer::jsonb -> 'participants') - \(oldText)
                        || CASE WHEN \(erases) THEN '{}'
                            ELSE jsonb_build_object(\(newText)::text, (answer #> ARRAY['participants', \(oldText)])::jsonb) END)
                FROM decided d
                WHERE a.session_id = d.session_id AND a.player_id <> \(old)
                    AND a.answer #> ARRAY['participants', \(oldText)] IS NOT NULL
            ), own_report AS (
                UPDATE claim_reports c SET player_id = \(new) FROM decided d
                WHERE c.session_id = d.session_id AND c.player_id = \(old) AND NOT \(erases) AND NOT EXISTS (
                    SELECT FROM claim_reports
                    WHERE session_id = c.session_id AND claim_id = c.claim_id AND player_id = \(new))
            ), report AS (
                DELETE FROM claim_reports c USING decided d
                WHERE c.session_id = d.session_id AND c.player_id = \(old) AND (\(erases) OR EXISTS (
                    SELECT FROM claim_reports
                    WHERE session_id = c.session_id AND claim_id = c.claim_id AND player_id = \(new)))
            ), claim AS (
                UPDATE claims c SET
                    player_id = CASE WHEN player_id = \(old) THEN \(new) ELSE player_id END,
                    holder_id = CASE WHEN holder_id = \(old) THEN \(new) ELSE holder_id END,
                    state = CASE WHEN state <> 'open' THEN state WHEN player_id = \(old) THEN 'withdrawn'
                        WHEN holder_id = \(old) THEN 'disproved' ELSE state END,
                    witnesses = CASE WHEN \(old) NOT IN (player_id, holder_id)
                        THEN replace(witnesses::text, \(oldText), \(newText))::json END,
                    version = version + 1
                FROM decided d
                WHERE c.session_id = d.session_id AND (
                    c.player_id = \(old) OR c.holder_id = \(old) OR strpos(c.witnesses::text, \(oldText)) > 0)
            ), binding AS (
                INSERT INTO session_players (session_id, player_id, joined_at)
                SELECT p.session_id, \(new), p.joined_at
                FROM session_players p JOIN decided d ON d.session_id = p.session_id
                WHERE p.session_id = \(session.id.uuid) AND p.player_id = \(old) AND NOT \(erases)
                ON CONFLICT DO NOTHING
            )
            SELECT FROM decided
            """)
        return replaced.count == 1
    }

    package func devices(of session: SessionID) async throws(ServiceError) -> [Device] {
        let rows = try await query(
            """
            SELECT v.player_id, \(unescaped: Device.columns()) FROM devices v
            WHERE session_id = \(session.uuid) ORDER BY player_id, local_id
            """)
        return try read {
            try rows.map { try Device(row: $0, player: PlayerID(try $0.decode("player_id"))) }
        }
    }

    package func relearn(
        _ device: Device, in session: SessionID
    ) async throws(ServiceError) -> Bool {
        let learned = try PostgresJSON(device.aliases)
        let changed = try await query(
            """
            UPDATE devices SET aliases = \(learned), version = version + 1
            WHERE session_id = \(session.uuid) AND player_id = \(device.player.uuid)
                AND local_id = \(device.conversation.local.uuid) AND version = \(device.version)
            """)
        return changed.affectedRows == 1
    }

    package func forget(
        _ replacement: Replacement, in session: SessionID
    ) async throws(ServiceError) {
        let (old, new) = (replacement.player.uuid, replacement.successor.uuid)
        _ = try await query(
            """
            WITH handed AS (
                INSERT INTO devices (
                    session_id, player_id, local_id, remote_ids, since, told_at, former_ids, aliases, seen_at)
                SELECT session_id, \(new), local_id, remote_ids, since, told_at, former_ids, aliases, seen_at FROM devices
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
        _ = try await query(
            """
            WITH finished AS (
                DELETE FROM successions s
                WHERE player_id = \(player) AND at < \(before)
                    AND NOT EXISTS (SELECT FROM devices WHERE player_id = s.player_id)
                    AND NOT EXISTS (SELECT FROM session_players WHERE player_id = s.player_id)
                RETURNING player_id
            )
            DELETE FROM players p USING finished
            WHERE p.player_id = finished.player_id
                AND NOT EXISTS (SELECT FROM credentials WHERE player_id = p.player_id)
            """)
    }
}

extension Succession {
    fileprivate init(row: PostgresRow) throws {
        self.init(
            of: PlayerID(try row.decode("player_id")),
            by: try row.decode("successor_id", as: UUID?.self).map(PlayerID.init))
    }
}
