package import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    package func commit(_ commit: Commit) async throws(ServiceError) -> Bool {
        let id = commit.session.id
        let row = try CommitRow(commit)
        guard try await submit(row, to: turns) != nil else {
            cache.forget(id)
            return false
        }
        cache.keep(RecordCache.Entry(session: commit.session, cancellations: commit.cancellations))
        return true
    }

    /// Locks nothing but what it writes: a draft blocks nobody.
    package func save(
        _ draft: Draft, at revision: Int, of session: SessionID, answer: AnswerRecord
    ) async throws(ServiceError) -> Bool {
        let proposal = try json(draft.proposal)
        let texts = try json(draft.texts)
        let response = try json(answer.answer)
        let saved = try await query(
            """
            WITH first_answer AS (
                INSERT INTO answers (session_id, player_id, key, fingerprint, answer, created_at)
                SELECT s.session_id, \(draft.player.uuid), \(answer.request.key), \(answer.request.fingerprint),
                    \(response), \(draft.createdAt)
                FROM sessions s WHERE s.session_id = \(session.uuid) AND s.revision = \(revision)
                ON CONFLICT (session_id, player_id, key) DO UPDATE
                SET fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, created_at = EXCLUDED.created_at
                WHERE answers.created_at < \(answer.forgottenBefore)
                RETURNING session_id
            ), replaced AS (
                UPDATE drafts d SET status = 'replaced' FROM first_answer a
                WHERE d.session_id = a.session_id AND d.player_id = \(draft.player.uuid) AND d.status = 'live'
            )
            INSERT INTO drafts (session_id, draft_id, player_id, proposal, texts, expected_revision, status,
                created_at, expires_at)
            SELECT session_id, \(draft.id.uuid), \(draft.player.uuid), \(proposal), \(texts),
                \(draft.expectedRevision), \(draft.status.rawValue), \(draft.createdAt), \(draft.expiresAt)
            FROM first_answer
            """)
        return saved.affectedRows == 1
    }

    package func draft(_ id: DraftID, of session: SessionID) async throws(ServiceError) -> Draft? {
        let rows = try await query(
            """
            SELECT d.draft_id, \(unescaped: Draft.columns) FROM drafts d WHERE session_id = \(session.uuid) AND draft_id = \(id.uuid)
            """)
        return try read { try rows.first.map { try Draft(row: $0) } }
    }

    /// Locks the session's row, so that a commit of the same draft comes wholly before or finds it cancelled.
    package func cancel(_ draft: DraftID, at revision: Int, of session: SessionID) async throws(ServiceError) -> Bool {
        let cancelled = try await query(
            """
            WITH counted AS (
                UPDATE sessions SET cancellations = cancellations + 1
                WHERE session_id = \(session.uuid) AND revision = \(revision)
                RETURNING session_id
            )
            UPDATE drafts SET status = 'cancelled'
            WHERE session_id = \(session.uuid) AND draft_id = \(draft.uuid) AND status IN ('live', 'replaced')
                AND EXISTS (SELECT FROM counted)
            """)
        return cancelled.affectedRows == 1
    }

    package func markOvertaken(_ draft: DraftID, of session: SessionID) async throws(ServiceError) {
        _ = try await query(
            """
            UPDATE drafts SET status = 'overtaken'
            WHERE session_id = \(session.uuid) AND draft_id = \(draft.uuid) AND status IN ('live', 'replaced')
            """)
    }

    package func answer(
        to player: PlayerID, key: String, in session: SessionID, since oldest: Date
    ) async throws(ServiceError) -> AnswerRecord? {
        let rows = try await query(
            """
            SELECT fingerprint, answer FROM answers
            WHERE session_id = \(session.uuid) AND player_id = \(player.uuid) AND key = \(key)
                AND created_at >= \(oldest)
            """)
        return try read {
            try rows.first.map { row in
                let (fingerprint, answer) = try row.decode((Data, PostgresJSON).self)
                return AnswerRecord(
                    player: player, request: IdempotencyKey(key: key, fingerprint: fingerprint),
                    answer: try answer.decode(), forgottenBefore: oldest)
            }
        }
    }
}

extension Draft {
    /// The columns of `drafts` that the initialiser reads, besides its ID.
    static let columns = """
        d.player_id AS draft_player, d.proposal, d.texts, d.expected_revision, d.status, d.committed_revision,
        d.created_at AS drafted_at, d.expires_at
        """

    /// Reads a draft from its row.
    init(row: PostgresRow) throws {
        self.init(
            id: DraftID(try row.decode("draft_id")),
            proposal: try row.decode("proposal", as: PostgresJSON.self).decode(),
            player: PlayerID(try row.decode("draft_player")),
            texts: try row.decode("texts", as: PostgresJSON.self).decode(),
            expectedRevision: try row.decode("expected_revision"),
            createdAt: try row.decode("drafted_at", as: Date.self).roundedToMilliseconds,
            expiresAt: try row.decode("expires_at", as: Date.self).roundedToMilliseconds)
        guard let status = Status(rawValue: try row.decode("status")) else {
            throw ServiceError(.internal, "A stored draft has an unknown status.")
        }
        self.status = status
        committedRevision = try row.decode("committed_revision")
    }
}
