import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    package func commit(_ commit: Commit) async throws(ServiceError) -> Bool {
        let row = try CommitRow(commit)
        guard let isKept = try await turns.write(row, alone: pool) else { return false }
        let entry = RecordCache.Entry(
            session: row.state.session, generation: commit.generation, position: row.state.position.text,
            bytes: row.state.seating.text.count + row.event.jsonBytes)
        keep(entry, commit.device, isKept: isKept, at: commit.event.at)
        return true
    }

    package func save(_ saving: DraftSaving) async throws(ServiceError) -> Bool {
        let row = try DraftRow(saving)
        guard let isKept = try await drafts.write(row, alone: pool) else { return false }
        cache.keep(saving.draft, in: saving.session.id, bytes: row.draft.jsonBytes)
        if saving.device.hasChanges, let entry = cache.entry(saving.session.id) {
            keep(entry, saving.device, isKept: isKept, at: saving.draft.createdAt)
        }
        return true
    }

    /// Remembers a session with the device that something was just written for.
    private func keep(_ entry: RecordCache.Entry, _ report: DeviceReport?, isKept: Bool, at now: Date) {
        guard let report, report.hasChanges else { return cache.keep(entry) }
        if isKept {
            cache.keep(entry, device: report.device.kept(at: now), of: report.device.asker)
        } else {
            // It has just learned more by another request.
            cache.forget(entry.session.id)
        }
    }

    package func cachedDraft(_ draft: DraftID, in session: SessionID) -> Draft? {
        let drafts = cache.entry(session)?.drafts ?? []
        guard let found = drafts.last(where: { $0.id == draft }) else { return nil }
        // NB: another one of the same player's would be live instead.
        return drafts.last { $0.player == found.player }?.id == draft ? found : nil
    }

    package func draft(_ id: DraftID, of session: SessionID) async throws(ServiceError) -> Draft? {
        try await readFirst(
            """
            SELECT d.draft_id, \(unescaped: Draft.columns) FROM drafts d
            WHERE session_id = \(session.uuid) AND draft_id = \(id.uuid)
            """
        ) { try Draft(row: $0) }
    }

    /// All drafts of a session, the oldest first.
    package func drafts(of session: SessionID) async throws(ServiceError) -> [Draft] {
        try await readAll(
            """
            SELECT d.draft_id, \(unescaped: Draft.columns) FROM drafts d
            WHERE session_id = \(session.uuid) ORDER BY created_at, draft_id
            """
        ) { try Draft(row: $0) }
    }

    /// Locks the session's row, so that a commit of the same draft comes wholly before or finds it cancelled.
    package func cancel(_ draft: Draft, at revision: Int, of session: SessionID) async throws(ServiceError) -> Bool {
        let abandoned = try PostgresJSON(Outcome.abandoned)
        var writes = SessionTransaction()
        writes.add(
            """
            UPDATE sessions SET generation = generation + 1,
                phase = CASE WHEN \(draft.isOpening) THEN \(Session.Phase.abandoned.rawValue) ELSE phase END,
                outcome = CASE WHEN \(draft.isOpening) THEN \(abandoned) ELSE outcome END
            WHERE session_id = \(session.uuid) AND revision = \(revision)
            """, expecting: .oneRow)
        writes.add(
            """
            UPDATE drafts SET status = 'cancelled'
            WHERE session_id = \(session.uuid) AND draft_id = \(draft.id.uuid) AND status IN ('live', 'replaced')
            """, expecting: .oneRow)
        return try await writes.execute(on: pool) != nil
    }

    package func markOvertaken(_ draft: DraftID, of session: SessionID) async throws(ServiceError) {
        _ = try await query(
            """
            UPDATE drafts SET status = 'overtaken'
            WHERE session_id = \(session.uuid) AND draft_id = \(draft.uuid) AND status IN ('live', 'replaced')
            """)
    }

    package func answer(_ search: StoredAnswer.Search) async throws(ServiceError) -> StoredAnswer? {
        guard let row = try await answers.submit(search) else { return nil }
        return try read { try search.answer(in: row) }
    }
}

extension Draft {
    /// The columns of `drafts` that the initialiser reads, besides its ID.
    static let columns = """
        d.player_id AS draft_player, d.proposal, d.move AS draft_move, d.texts, d.expected_revision, d.status,
        d.committed_revision, d.created_at AS drafted_at, d.expires_at
        """

    init(row: PostgresRow) throws {
        let player = PlayerID(try row.decode("draft_player"))
        let proposal = try row.decode("proposal", as: PostgresJSON.self).root()
        let move = GameJSON(try row.decode("draft_move", as: PostgresJSON?.self))
        self.init(
            id: DraftID(try row.decode("draft_id")), proposal: try Proposal(proposal, by: player, move: move),
            player: player,
            texts: try row.decode("texts", as: PostgresJSON.self).decode(),
            expectedRevision: try row.decode("expected_revision"),
            createdAt: try row.decode("drafted_at", as: Date.self).roundedToMilliseconds,
            expiresAt: try row.decode("expires_at", as: Date.self).roundedToMilliseconds)
        status = try row.word("status", orThrow: "A stored draft has an unknown status.")
        committedRevision = try row.decode("committed_revision")
    }
}
