import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// The number of events, and of drafts, that one transaction looks at. It reads no moves, which may be long.
    static let replacedEvents = 10
    static let replacedDrafts = 10
    /// The number of small rows.
    static let replacedRows = 500

    /// One transaction: a page of events and snapshots by their revisions, or of drafts by their IDs, or of whatever
    /// else is left; where one kind is done, the next one, too. The last one counts as a change of a session that has
    /// snapshots: no instance goes on showing earlier boards as they were.
    package func replaceInHistory(
        _ replacement: Replacement, of session: SessionID, from place: HistoryPlace
    ) async throws(ServiceError) -> HistoryPlace? {
        var events: (end: Int, writes: [PostgresStatement])?
        if case .events(let start) = place {
            let end = start + Self.replacedEvents
            let snapshots = try await snapshots(of: session, after: start, upTo: end, replacement)
            events = (end, snapshots + replacement.ofEvents(in: session, after: start, upTo: end))
        }
        return try await inTransaction(.retrying, orFailing: "A player could not be replaced.") { transaction in
            if let (end, writes) = events {
                let later: PostgresStatement =
                    "SELECT FROM events WHERE session_id = \(session.uuid) AND revision > \(end) LIMIT 1"
                let isLast = try await transaction.pipeline([later] + writes)[0].isEmpty
                guard isLast else { return .events(after: end) }
            }
            if place != .rest {
                let last = if case .drafts(let last) = place { last } else { DraftID?.none }
                if let next = try await replacement.replaceDrafts(of: session, after: last, in: transaction) {
                    return .drafts(after: next)
                }
            }
            return try await replacement.replaceRest(of: session, in: transaction)
        }
    }
}

extension Replacement {
    /// Replaces the player in a page of drafts, also in those of others.
    ///
    /// - Returns: the last draft of the page; nil if it is the last page.
    fileprivate func replaceDrafts(
        of session: SessionID, after last: DraftID?, in transaction: PostgresTransaction
    ) async throws -> DraftID? {
        let start = last?.uuid ?? .beforeAll
        let page = try await transaction.query(
            """
            SELECT draft_id FROM drafts WHERE session_id = \(session.uuid) AND draft_id > \(start)
            ORDER BY draft_id LIMIT \(PostgresStore.replacedDrafts)
            """)
        guard let end = try page.last?.decode(at: 0, as: UUID.self) else { return nil }
        _ = try await transaction.pipeline([
            ofOthersDrafts(in: session, after: start, upTo: end), ofOwnDrafts(in: session, after: start, upTo: end),
        ])
        return page.count == PostgresStore.replacedDrafts ? DraftID(end) : nil
    }

    /// Replaces the player in some of the small rows, each of which looks through all that the session has.
    ///
    /// - Returns: where to go on; nil if nothing is left.
    fileprivate func replaceRest(
        of session: SessionID, in transaction: PostgresTransaction
    ) async throws -> HistoryPlace? {
        let limit = PostgresStore.replacedRows
        let changed = try await transaction.pipeline([
            ofFreshMessages(in: session, limit: limit), ofOwnAnswers(in: session, limit: limit),
            ofOthersAnswers(in: session, limit: limit),
        ])
        guard changed.allSatisfy({ $0.affectedRows < limit }) else { return .rest }
        _ = try await transaction.query(ofEarlierBoards(of: session))
        return nil
    }
}

extension PostgresStore {
    /// Updates of the snapshots in which the player has, or had, a seat. They are read before: nothing else changes
    /// one.
    private func snapshots(
        of session: SessionID, after start: Int, upTo end: Int, _ replacement: Replacement
    ) async throws(ServiceError) -> [PostgresStatement] {
        try await readAll(
            """
            SELECT revision, seating FROM snapshots
            WHERE session_id = \(session.uuid) AND revision > \(start) AND revision <= \(end)
                AND strpos(seating::text, \(replacement.oldText)) > 0
            """
        ) { row in
            let seating = try row.decode("seating", as: PostgresJSON.self).decode(Seating.self)
            return """
                UPDATE snapshots SET seating = \(try PostgresJSON(seating.replacing(replacement)))
                WHERE session_id = \(session.uuid) AND revision = \(try row.decode("revision", as: Int.self))
                """
        }
    }

    /// NB: none of them may count any more, whichever of them is replaced when.
    package func overtakeDrafts(of player: PlayerID, in session: SessionID) async throws(ServiceError) {
        let page = 1000
        var changed: Int
        repeat {
            changed = try await query(
                """
                UPDATE drafts SET status = 'overtaken'
                WHERE session_id = \(session.uuid) AND draft_id = ANY (ARRAY(
                    SELECT draft_id FROM drafts
                    WHERE session_id = \(session.uuid) AND player_id = \(player.uuid)
                        AND status IN ('live', 'replaced') LIMIT \(page)))
                """
            ).affectedRows
        } while changed == page
    }
}

/// Each statement names the successor where rows named the player, or nobody, and finds no row a second time.
///
/// NB: the keys of a page are an array. PostgreSQL plans these statements once, for sessions with few rows, and would
/// search a subquery again for each row of the session.
///
/// Rows of others come before those of the player, after which nothing tells the two apart.
extension Replacement {
    var old: UUID { player.uuid }
    var new: UUID { successor.uuid }
    var oldText: String { "\(player)" }
    var newText: String { "\(successor)" }

    private func ofEarlierBoards(of session: SessionID) -> PostgresStatement {
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
            UPDATE events e SET \(ofAnswers)
            WHERE session_id = \(id) AND revision > \(start) AND revision <= \(end) AND player_id <> \(old)
                AND (revision > 1 OR details #>> '{founding,creator}' IS DISTINCT FROM \(oldText))
                AND \(placeInAnswer) > 0
            """,
            """
            UPDATE events SET
                player_id = CASE WHEN player_id = \(old) THEN \(new) ELSE player_id END,
                details = CASE
                    WHEN revision = 1 AND details #>> '{founding,creator}' = \(oldText)
                    THEN \(filled(opening))
                    WHEN \(erases) AND player_id = \(old) AND details -> 'nickname' IS NOT NULL
                    THEN \(unescaped: withoutNickname("details"))
                    ELSE details END,
                request_id = CASE WHEN player_id <> \(old) THEN request_id END,
                \(ofAnswers)
            WHERE session_id = \(id) AND revision > \(start) AND revision <= \(end)
                AND (player_id = \(old) OR revision = 1 AND details #>> '{founding,creator}' = \(oldText))
            """,
        ]
    }

    private func ofOthersDrafts(in session: SessionID, after start: UUID, upTo end: UUID) -> PostgresStatement {
        """
        UPDATE drafts SET \(ofAnswers)
        WHERE session_id = \(session.uuid) AND draft_id > \(start) AND draft_id <= \(end)
            AND player_id <> \(old) AND \(placeInAnswer) > 0
        """
    }

    private func ofOwnDrafts(in session: SessionID, after start: UUID, upTo end: UUID) -> PostgresStatement {
        """
        UPDATE drafts SET \(ofOwnDraft)
        WHERE session_id = \(session.uuid) AND draft_id > \(start) AND draft_id <= \(end) AND player_id = \(old)
        """
    }

    /// The newest drafts of the player: those that may still count.
    func ofNewestDrafts(in session: SessionID) -> PostgresStatement {
        """
        UPDATE drafts SET \(ofOwnDraft)
        WHERE session_id = \(session.uuid) AND draft_id = ANY (ARRAY(
            SELECT draft_id FROM drafts WHERE session_id = \(session.uuid) AND player_id = \(old)
            ORDER BY created_at DESC LIMIT \(PostgresStore.replacedDrafts)))
        """
    }

    private func ofFreshMessages(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        UPDATE fresh_messages SET player_id = \(new)
        WHERE session_id = \(session.uuid) AND message_id = ANY (ARRAY(
            SELECT message_id FROM fresh_messages
            WHERE session_id = \(session.uuid) AND player_id = \(old) LIMIT \(limit)))
        """
    }

    private func ofOwnAnswers(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        DELETE FROM answers
        WHERE session_id = \(session.uuid) AND player_id = \(old) AND key = ANY (ARRAY(
            SELECT key FROM answers WHERE session_id = \(session.uuid) AND player_id = \(old) LIMIT \(limit)))
        """
    }

    /// Replaces the player among the participants of others' first answers. NB: these hold nothing of a game's.
    private func ofOthersAnswers(in session: SessionID, limit: Int) -> PostgresStatement {
        """
        UPDATE answers SET answer = jsonb_set(
            answer::jsonb, '{participants}',
            (answer::jsonb -> 'participants') - \(oldText)
                || CASE WHEN \(erases) THEN '{}'
                    ELSE jsonb_set('{}', ARRAY[\(newText)],
                        (answer #> ARRAY['participants', \(oldText)])::jsonb) END)
        WHERE session_id = \(session.uuid) AND key = ANY (ARRAY(
                SELECT key FROM answers
                WHERE session_id = \(session.uuid) AND answer #> ARRAY['participants', \(oldText)] IS NOT NULL
                LIMIT \(limit)))
            AND answer #> ARRAY['participants', \(oldText)] IS NOT NULL
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
            CASE WHEN m.key = 'intent' AND m.value -> 'founding' IS NOT NULL THEN \(Self.withCreator(in: "m.value"))
                ELSE m.value END
            """, of: "proposal", where: erases ? "m.key <> 'nickname'" : "true")
    }

    /// The columns of a draft of the player's, after them.
    private var ofOwnDraft: StatementPart {
        """
        player_id = \(new), proposal = \(filled(proposal)),
            status = CASE WHEN \(erases) AND status IN ('live', 'replaced') THEN 'overtaken' ELSE status END,
            \(ofAnswers)
        """
    }

    /// An expression with the successor in its places.
    private func filled(_ expression: String) -> StatementPart {
        let parts = expression.split(separator: "?", omittingEmptySubsequences: false).map(String.init)
        return parts.dropFirst().reduce("\(unescaped: parts[0])") { "\($0)\(newText)\(unescaped: $1)" }
    }

    private func withoutNickname(_ object: String) -> String { JSONObjects.without("nickname", from: object) }

    private static func withCreator(in object: String) -> String {
        let creator = "CASE WHEN m.key = 'creator' THEN to_json(?::text) ELSE m.value END"
        let founding = JSONObjects.object(creator, of: "m.value", where: "true")
        return JSONObjects.object(
            "CASE WHEN m.key = 'founding' THEN \(founding) ELSE m.value END", of: object, where: "true")
    }
}
