import Postgres
import Roundtable

/// A draft as one row of a batch, its values encoded before it joins the others. NB: a class, as a commit's row is.
final class DraftRow: DistributableWrite {
    let saving: DraftSaving
    let draft: DraftInsertion
    /// The asking device, if it is to be kept.
    let changedDevice: PostgresJSON?
    /// The bytes that its author is charged; nil for none.
    let charge: ByteCharge?

    var session: SessionID { saving.session.id }

    /// - Throws: `quota_exceeded`, if the session's history would become too long.
    init(_ saving: DraftSaving) throws(ServiceError) {
        self.saving = saving
        draft = try DraftInsertion(
            session: saving.session.id, draft: saving.draft, answer: try StoredAnswerColumns(saving.answer))
        changedDevice = try saving.device.row(at: saving.draft.createdAt)
        let bytes = CommitRow.fixedBytes + draft.byteCount
        try saving.allowance.check(saving.session.seating, adding: bytes, by: saving.draft.proposal.seat)
        charge = try saving.allowance.charge(
            of: bytes + saving.rewriting, to: saving.draft.player, at: saving.draft.createdAt)
    }

    /// Saves a batch, one row a player: each on the condition that the session is at its revision, that the asking
    /// device has learned nothing since its names were written, and that there is no draft with its ID, which is its
    /// request's. Nothing of a row whose condition fails. A row that comes back says whether its device was kept.
    ///
    /// Locks nothing but what it writes: a draft blocks nobody.
    static func statement(for rows: [DraftRow]) -> PostgresStatement { statement(rows) }

    private static let columns = PostgresColumns<DraftRow> { columns in
        columns.add(DraftInsertion.columns) { $0.draft }
        columns.add("revision") { $0.saving.session.revision }
        columns.add("local_id") { $0.saving.device.device.conversation.local.uuid }
        columns.add("device_version") { $0.saving.device.device.version }
        columns.add("device") { $0.changedDevice }
    }

    private static let sessionCondition = RowCondition(
        "SELECT FROM sessions s WHERE s.session_id = {session_id} AND s.revision = {revision}", isFound: true,
        of: columns)

    private static let deviceCondition = Device.isUnchanged(of: columns)

    private static let replacement = RowWrite(
        updating: "drafts d", set: "status = 'replaced'",
        where: "d.session_id = {session_id} AND d.player_id = {player_id} AND d.status = 'live'", of: columns)

    /// NB: with IS TRUE, PostgreSQL looks rows up in a hash table instead of joining parts, which have no keys.
    private static let statement = PostgresRowStatement(columns, as: "input") { table in
        """
        WITH input AS (
            SELECT * FROM \(table)
        ), draft AS (
            \(DraftInsertion.write.part(from: "input i WHERE \(sessionCondition.part) AND \(deviceCondition.part)"))
            RETURNING session_id, draft_id
        ), saved AS (
            SELECT * FROM input WHERE ((session_id, draft_id) IN (SELECT session_id, draft_id FROM draft)) IS TRUE
        ), replaced AS (
            \(replacement.part(from: "saved i"))
        ), reported AS (
            SELECT session_id, player_id, local_id, device, created_at AS at
            FROM saved WHERE device IS NOT NULL
        ), \(Device.keeping("reported"))
        SELECT ordinal, \(Device.isKept) FROM saved
        """
    }

    /// The draft as statements of its own, with the conditions of ``statement(for:)``.
    func transaction() throws(ServiceError) -> SessionTransaction {
        var writes = SessionTransaction()
        writes.add(Self.sessionCondition, on: self)
        writes.add(Self.deviceCondition, on: self)
        writes.add(Self.replacement(self))
        writes.add(DraftInsertion.write(draft), expecting: .oneRow)
        if saving.device.hasChanges {
            let now = saving.draft.createdAt
            try writes.keep(saving.device.device.kept(at: now), in: saving.session.id, at: now)
        }
        writes.add(charge)
        return writes
    }
}
