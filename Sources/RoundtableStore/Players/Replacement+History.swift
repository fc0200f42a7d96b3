import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// The number of events, and of drafts, that one transaction looks at: some megabytes at most, which the database
    /// takes apart in a tenth of a second.
    static let replacedEvents = 10
    static let replacedDrafts = 10
    /// The number of small rows.
    private static let replacedRows = 500

    /// One transaction of events and snapshots by their revisions; the first ones, and the last ones, of whatever else
    /// is left, too. The last one counts as a change of a session that has snapshots: no instance goes on showing
    /// earlier boards as they were.
    package func replaceInHistory(
        _ replacement: Replacement, of session: SessionID, after place: Int
    ) async throws(ServiceError) -> Int? {
        let end = place + Self.replacedEvents
        let events =
            try await snapshots(of: session, after: place, upTo: end, replacement)
            + replacement.ofEvents(in: session, after: place, upTo: end)
        let later: PostgresStatement =
            "SELECT FROM events WHERE session_id = \(session.uuid) AND revision > \(end) LIMIT 1"
        // NB: each of these looks through all drafts or answers of the session.
        let bounded: [(statement: PostgresStatement, limit: Int)] = [
            (replacement.ofOthersDrafts(in: session, limit: Self.replacedDrafts), Self.replacedDrafts),
            (replacement.ofOwnDrafts(in: session, limit: Self.replacedDrafts), Self.replacedDrafts),
            (replacement.ofFreshMessages(in: session, limit: Self.replacedRows), Self.replacedRows),
            (replacement.ofOwnAnswers(in: session, limit: Self.replacedRows), Self.replacedRows),
            (replacement.ofOthersAnswers(in: session, limit: Self.replacedRows), Self.replacedRows),
        ]
        do {
            return try await pool.withTransaction(.retrying) { transaction in
                let results = try await transaction.pipeline([later] + events)
                let isLast = results[0].isEmpty
                guard isLast || place == 0 else { return end }
                let others = try await transaction.pipeline(bounded.map(\.statement))
                guard !zip(bounded, others).contains(where: { $1.affectedRows == $0.limit }) else { return place }
                guard isLast else { return end }
                _ = try await transaction.query(replacement.ofEarlierBoards(of: session))
                return nil
            }
        } catch let error as PostgresError {
            throw ServiceError(error)
        } catch {
            throw ServiceError(.internal, "A player could not be replaced.", underlying: error)
        }
    }
}

extension PostgresStore {
    /// Updates of the snapshots in which the player has, or had, a seat. They are read before: nothing else changes
    /// one.
    private func snapshots(
        of session: SessionID, after start: Int, upTo end: Int, _ replacement: Replacement
    ) async throws(ServiceError) -> [PostgresStatement] {
        let rows = try await query(
            """
            SELECT revision, seating FROM snapshots
            WHERE session_id = \(session.uuid) AND revision > \(start) AND revision <= \(end)
                AND strpos(seating::text, \("\(replacement.player)")) > 0
            """)
        return try read {
            try rows.map { row in
                let seating = try row.decode("seating", as: PostgresJSON.self).decode(Seating.self)
                return """
                    UPDATE snapshots SET seating = \(try PostgresJSON(seating.replacing(replacement)))
                    WHERE session_id = \(session.uuid) AND revision = \(try row.decode("revision", as: Int.self))
                    """
            }
        }
    }

    /// NB: none of them may count any more, whichever of them is replaced when.
    package func overtakeDrafts(
        of player: PlayerID, in session: SessionID
    ) async throws(ServiceError) {
        let page = 1000
        var changed: Int
        repeat {
            changed = try await query(
                """
                UPDATE drafts SET status = 'overtaken'
                WHERE session_id = \(session.uuid) AND draft_id IN (
                    SELECT draft_id FROM drafts
                    WHERE session_id = \(session.uuid) AND player_id = \(player.uuid)
                        AND status IN ('live', 'replaced') LIMIT \(page))
                """
            ).affectedRows
        } while changed == page
    }
}

/// Each statement names the successor where rows named the player, or nobody, and finds no row a second time.
///
/// Rows of others come before those of the player, after which nothing tells the two apart.
extension Replacement {
    private var old: UUID { player.uuid }
    private var new: UUID { successor.uuid }
    private var oldText: String { "\(player)" }
    private var newText: String { "\(successor)" }

    fileprivate func ofEarlierBoards(of session: SessionID) -> PostgresStatement {
        """
        UPDATE sessions SET generation = generation + 1
        WHERE session_id = \(session.uuid)
            AND EXISTS (SELECT FROM snapshots WHERE session_id = \(session.uuid))
        """
    }

    /// The first event names who founded the session. Details in which nothing changes stay as they are stored.
    func ofEvents(in session: SessionID, after start: Int, upTo end: Int) -> [PostgresStatement] {
        let id = session.uuid
        return [
            """
            UPDATE events e SET \(answersAfter: self)
            WHERE session_id = \(id) AND revision > \(start) AND revision <= \(end) AND player_id <> \(old)
                AND (revision > 1 OR details #>> '{founding,creator}' IS DISTINCT FROM \(oldText))
                AND \(answerNaming: old)
            """,
            """
            UPDATE events SET
                player_id = CASE WHEN player_id = \(old) THEN \(new) ELSE player_id END,
                details = CASE
                    WHEN revision = 1 AND details #>> '{founding,creator}' = \(oldText)
                    THEN \(opening, with: newText)
                    WHEN \(erases) AND player_id = \(old) AND details -> 'nickname' IS NOT NULL
                    THEN \(unescaped: withoutNickname("details"))
                    ELSE details END,
                request_id = CASE WHEN player_id <> \(old) THEN request_id END,
                \(answersAfter: self)
            WHERE session_id = \(id) AND revision > \(start) AND revision <= \(end)
                AND (player_id = \(old) OR revision = 1 AND details #>> '{founding,creator}' = \(oldText))
            """,
        ]
    }

    fileprivate func ofOthersDrafts(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        UPDATE drafts SET \(answersAfter: self)
        WHERE session_id = \(session.uuid) AND draft_id IN (
            SELECT draft_id FROM drafts
            WHERE session_id = \(session.uuid) AND player_id <> \(old) AND \(answerNaming: old) LIMIT \(limit))
        """
    }

    /// The newest first: those that may still count.
    func ofOwnDrafts(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        UPDATE drafts SET
            player_id = \(new),
            proposal = \(proposal, with: newText),
            status = CASE WHEN \(erases) AND status IN ('live', 'replaced') THEN 'overtaken' ELSE status END,
            \(answersAfter: self)
        WHERE session_id = \(session.uuid) AND draft_id IN (
            SELECT draft_id FROM drafts WHERE session_id = \(session.uuid) AND player_id = \(old)
            ORDER BY created_at DESC LIMIT \(limit))
        """
    }

    fileprivate func ofFreshMessages(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        UPDATE fresh_messages SET player_id = \(new)
        WHERE session_id = \(session.uuid) AND message_id IN (
            SELECT message_id FROM fresh_messages
            WHERE session_id = \(session.uuid) AND player_id = \(old) LIMIT \(limit))
        """
    }

    fileprivate func ofOwnAnswers(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        DELETE FROM answers
        WHERE session_id = \(session.uuid) AND player_id = \(old) AND key IN (
            SELECT key FROM answers WHERE session_id = \(session.uuid) AND player_id = \(old) LIMIT \(limit))
        """
    }

    /// Replaces the player among the participants of others' first answers. NB: these hold nothing of a game's.
    fileprivate func ofOthersAnswers(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        UPDATE answers SET answer = jsonb_set(
            answer::jsonb, '{participants}',
            (answer::jsonb -> 'participants') - \(oldText)
                || CASE WHEN \(erases) THEN '{}'
                    ELSE jsonb_set('{}', ARRAY[\("\(successor)")],
                        (answer #> ARRAY['participants', \(oldText)])::jsonb) END)
        WHERE session_id = \(session.uuid) AND (player_id, key) IN (
            SELECT player_id, key FROM answers
            WHERE session_id = \(session.uuid) AND answer #> ARRAY['participants', \(oldText)] IS NOT NULL
            LIMIT \(limit))
        """
    }
}

/// Expressions in which each `?` stands for the successor.
extension Replacement {
    /// The details of an opening by another creator.
    private var opening: String { Self.withCreator(in: erases ? withoutNickname("details") : "details") }

    /// The proposal of another player, who founds the session if the proposal does.
    private var proposal: String {
        JSONObjects.object(
            """
            CASE WHEN m.key = 'player' THEN to_json(?::text)
                WHEN m.key = 'intent' AND m.value -> 'founding' IS NOT NULL THEN \(Self.withCreator(in: "m.value"))
                ELSE m.value END
            """, of: "proposal", where: erases ? "m.key <> 'nickname'" : "true")
    }

    private func withoutNickname(_ object: String) -> String { JSONObjects.without("nickname", from: object) }

    private static func withCreator(in object: String) -> String {
        let creator = "CASE WHEN m.key = 'creator' THEN to_json(?::text) ELSE m.value END"
        let founding = JSONObjects.object(creator, of: "m.value", where: "true")
        return JSONObjects.object(
            "CASE WHEN m.key = 'founding' THEN \(founding) ELSE m.value END", of: object, where: "true")
    }
}

extension PostgresStatement.StringInterpolation {
    fileprivate mutating func appendInterpolation(_ expression: String, with value: String) {
        for (place, part) in expression.split(separator: "?", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { appendInterpolation(value) }
            appendLiteral(String(part))
        }
    }
}
