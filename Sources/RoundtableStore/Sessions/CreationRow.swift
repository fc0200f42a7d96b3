import Foundation
import GameRules
import Postgres
import Roundtable

/// A new session as one row of a batch, with its opening event or the draft of it. NB: a class, as a commit's row is.
final class CreationRow: DistributableWrite {
    let creation: Creation
    /// The session, with the bytes of its event.
    let state: SessionColumns
    let event: EventInsertion?
    let draft: DraftInsertion?
    let answer: StoredAnswerColumns
    /// The seats that are to act, and their players, as array literals: arrays of arrays can't be unnested.
    let toAct: String
    let acting: String
    let clock: PostgresJSON?
    let origin: PostgresJSON?
    /// The creator's device, which is always kept.
    let device: Device
    let deviceColumns: PostgresJSON
    /// The notices of the event, as rows; nil for none.
    let notices: PostgresJSON?
    let charge: ByteCharge?

    var session: SessionID { creation.session.id }
    private var identity: Session.Identity { state.session.identity }

    /// - Throws: `quota_exceeded`, if the session begins with too much.
    init(_ creation: Creation) throws(ServiceError) {
        self.creation = creation
        var session = creation.session
        let id = session.id
        let answer = try StoredAnswerColumns(creation.answer)
        event = try creation.event.map { event throws(ServiceError) in
            try EventInsertion(session: id, event: event, request: creation.answer.id, answer: answer)
        }
        draft = try creation.draft.map { draft throws(ServiceError) in
            try DraftInsertion(session: id, draft: draft, answer: answer)
        }
        self.answer = answer
        if let event { _ = session.seating.count(CommitRow.fixedBytes + event.byteCount, ofEventBy: event.event.seat) }
        try creation.allowance.check(session.seating, by: nil)
        state = try SessionColumns(session, position: try PostgresJSON(session.snapshot()))
        (toAct, acting) = CommitRow.acting(in: session)
        let identity = session.identity
        clock = try PostgresJSON(ifPresent: identity.clock)
        origin = try PostgresJSON(ifPresent: identity.origin)
        device = creation.device.kept(at: identity.createdAt)
        deviceColumns = try device.row()
        notices = try NoticeInsertion.json(creation.notices)
        let bytes = state.seating.text.count + state.position.text.count + session.seating.historyBytes
        charge = try creation.allowance.charge(
            of: bytes + (draft?.byteCount ?? 0), to: identity.creator, at: identity.createdAt)
    }

    /// Creates a batch of sessions, one row a session; nothing of a row whose session is there already.
    ///
    /// Locks nothing but what it writes. Rows come in the order of their session IDs.
    static func statement(for rows: [CreationRow]) -> PostgresStatement {
        rows.contains { $0.notices != nil } ? heardStatement(rows) : statement(rows)
    }

    private static let columns = PostgresColumns<CreationRow> { columns in
        columns.add(SessionColumns.columns) { $0.state }
        columns.add("to_act") { $0.toAct }
        columns.add("acting") { $0.acting }
        columns.add("game") { $0.identity.game.rawValue }
        columns.add("rules") { $0.identity.rules }
        columns.add("creator") { $0.identity.creator.uuid }
        columns.add("clock") { $0.clock }
        columns.add("origin") { $0.origin }
        columns.add("is_live") { $0.identity.isLive }
        columns.add("seed") { $0.identity.seed.bytes }
        columns.add("created_at") { $0.identity.createdAt }
        columns.add("player_id") { $0.identity.creator.uuid }
        columns.add("at") { $0.state.session.updatedAt }
        columns.add("move") { $0.event?.move ?? $0.draft?.move }
        columns.addAnswer { $0.answer }
        columns.add(EventInsertion.columns) { $0.event }
        columns.add(DraftInsertion.columns) { $0.draft }
        columns.add("local_id") { $0.device.conversation.local.uuid }
        columns.add("device") { $0.deviceColumns }
        columns.add("remind_at") { $0.creation.reminder }
        columns.add("notices") { $0.notices }
    }

    private static let insertion = RowWrite(
        inserting: """
            session_id, revision, state_revision, phase, seating, position, outcome, to_act, acting, deadline,
            remind_at, generation, updated_at, game, rules, creator, clock, origin, is_live, seed, created_at
            """,
        into: "sessions",
        values: ["to_act": "{to_act}::int[]", "acting": "{acting}::uuid[]", "generation": "0", "updated_at": "{at}"],
        onConflict: "(session_id) DO NOTHING", of: columns)

    private static let statement = statement(telling: [])
    static let heardStatement = statement(telling: NoticeInsertion.parts(from: "created i"))

    /// NB: with IS TRUE, PostgreSQL looks rows up in a hash table instead of joining parts, which have no keys.
    private static func statement(
        telling parts: [(name: String, text: String)]
    ) -> PostgresRowStatement<CreationRow> {
        let told = parts.map { "\($0.name) AS (\($0.text)), " }.joined()
        return PostgresRowStatement(columns, as: "input") { table in
            """
            WITH input AS (
                SELECT * FROM \(table)
            ), session AS (
                \(insertion.part(from: "input i")) RETURNING session_id
            ), created AS (
                SELECT * FROM input WHERE (session_id IN (SELECT session_id FROM session)) IS TRUE
            ), event AS (
                \(EventInsertion.write.part(from: "created i WHERE i.kind IS NOT NULL", mayConflict: false))
            ), draft AS (
                \(DraftInsertion.write.part(from: "created i WHERE i.draft_id IS NOT NULL", mayConflict: false))
            ), membership AS (
                \(MembershipInsertion.write.part(from: "created i", mayConflict: false))
            ), \(told)\(Device.keeping("created", areFirst: true))
            SELECT ordinal, true FROM created
            """
        }
    }

    /// The session as statements of its own; its row decides, and the rest is written with it.
    func transaction() throws(ServiceError) -> SessionTransaction {
        let (id, now) = (state.session.id, identity.createdAt)
        var writes = SessionTransaction()
        writes.add(Self.insertion(self), expecting: .oneRow)
        if let event { writes.add(EventInsertion.write(event), expecting: .oneRow) }
        if let draft { writes.add(DraftInsertion.write(draft), expecting: .oneRow) }
        writes.add(MembershipInsertion.write(MembershipInsertion(session: id, player: identity.creator, at: now)))
        try writes.keep(device, in: id, at: now, isFirst: true)
        try writes.add(creation.notices)
        writes.add(charge)
        return writes
    }
}
