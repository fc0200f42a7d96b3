import Foundation
import GameRules
import Postgres
import Roundtable

/// A draft as one row of a batch, its values encoded before it joins the others. NB: a class, as a commit's row is.
final class DraftRow: Sendable {
    let saving: DraftSaving
    let draft: DraftJSON
    let answer: AnswerColumns
    /// The asking device, if it is to be kept.
    let changedDevice: PostgresJSON?
    /// The bytes that its author is charged; nil for none.
    let charge: ByteCharge?

    /// - Throws: `quota_exceeded`, if the session's history would become too long.
    init(_ saving: DraftSaving) throws(ServiceError) {
        self.saving = saving
        draft = try DraftJSON(saving.draft)
        answer = try AnswerColumns(saving.answer)
        changedDevice = try saving.device.row(at: saving.draft.createdAt)
        let bytes = CommitRow.fixedBytes + draft.byteCount + answer.byteCount
        try saving.allowance.check(saving.history, adding: bytes, by: saving.draft.proposal.seat)
        charge = saving.allowance.charge(
            of: bytes + saving.rewriting, to: saving.draft.player, at: saving.draft.createdAt)
    }

    /// Saves a batch, one row a player: each on the condition that the session is at its revision, that the asking
    /// device has learned nothing since its names were written, and that there is no draft with its ID, which is its
    /// request's. Nothing of a row whose condition fails. A row that comes back says whether its device was kept.
    ///
    /// Locks nothing but what it writes: a draft blocks nobody.
    static func statement(for rows: [DraftRow]) -> PostgresStatement { statement(rows) }

    private static let columns: PostgresColumns<DraftRow> = {
        var columns = PostgresColumns<DraftRow>()
        columns.add("session_id") { $0.saving.session.uuid }
        columns.add("revision") { $0.saving.revision }
        columns.add("draft_id") { $0.saving.draft.id.uuid }
        columns.add("player_id") { $0.saving.draft.player.uuid }
        columns.add("proposal") { $0.draft.proposal }
        columns.add("move") { $0.draft.move }
        columns.add("texts") { $0.draft.texts }
        columns.add("expected_revision") { $0.saving.draft.expectedRevision }
        columns.add("status") { $0.saving.draft.status.rawValue }
        columns.add("created_at") { $0.saving.draft.createdAt }
        columns.add("expires_at") { $0.saving.draft.expiresAt }
        columns.addAnswer { $0.answer }
        columns.add("local_id") { $0.saving.device.device.conversation.local.uuid }
        columns.add("device_version") { $0.saving.device.device.version }
        columns.add("device") { $0.changedDevice }
        return columns
    }()

    private static let statement = PostgresRowStatement(columns, as: "input") { table in
        """
        WITH input AS (
            SELECT * FROM \(table)
        ), draft AS (
            INSERT INTO drafts (session_id, draft_id, player_id, proposal, move, texts, expected_revision, status,
                created_at, expires_at, \(AnswerColumns.names))
            SELECT i.session_id, draft_id, i.player_id, proposal, move, texts, expected_revision, status, i.created_at,
                expires_at, \(AnswerColumns.names)
            FROM input i JOIN sessions s ON s.session_id = i.session_id AND s.revision = i.revision
            WHERE NOT EXISTS (
                SELECT FROM devices v
                WHERE v.session_id = i.session_id AND v.player_id = i.player_id AND v.local_id = i.local_id
                    AND v.version <> i.device_version)
            ON CONFLICT (session_id, draft_id) DO NOTHING
            RETURNING session_id, draft_id
        ), saved AS (
            SELECT i.* FROM input i JOIN draft USING (session_id, draft_id)
        ), replaced AS (
            UPDATE drafts d SET status = 'replaced' FROM saved
            WHERE d.session_id = saved.session_id AND d.player_id = saved.player_id AND d.status = 'live'
        ), reported AS (
            SELECT ordinal, session_id, player_id, local_id, device, created_at AS at
            FROM saved WHERE device IS NOT NULL
        ), \(Device.keeping("reported"))
        SELECT saved.ordinal, kept.session_id IS NOT NULL
        FROM saved LEFT JOIN reported USING (ordinal)
            LEFT JOIN kept ON (kept.session_id, kept.player_id, kept.local_id)
                = (reported.session_id, reported.player_id, reported.local_id)
        """
    }
}
