import GameRules
import Postgres
import Roundtable
@_spi(Roundtable) import RoundtableJSON

/// A commit as one row of a batch, its values encoded before it joins the others. NB: a class, for it is passed on
/// often and never changes.
final class CommitRow: DistributableWrite {
    let commit: Commit
    /// The session after it, with the bytes of the event.
    let state: SessionColumns
    let event: EventInsertion
    /// The seats that are to act, and their players, as array literals: arrays of arrays can't be unnested.
    let toAct: String
    let acting: String
    let details: Event.Details
    /// The asking device; nil if nobody is named.
    let device: Device?
    /// The same, if it is to be kept.
    let changedDevice: PostgresJSON?
    /// Whether the session is kept as it is after it.
    let isSnapshot: Bool
    /// The notices of the event, as rows; nil for none.
    let notices: PostgresJSON?
    /// The bytes that the event's player is charged; nil for none, as it is for nearly all turns.
    let charge: ByteCharge?

    var session: SessionID { commit.session.id }

    /// The bytes of an event's row besides its details, its move and its answer: keys, numbers and times.
    static let fixedBytes = 64

    /// - Throws: `quota_exceeded`, if the session's history becomes too long.
    init(_ commit: Commit) throws(ServiceError) {
        self.commit = commit
        event = try EventInsertion(
            session: commit.session.id, event: commit.event, request: commit.answer?.id,
            answer: try commit.answer.map { record throws(ServiceError) in try StoredAnswerColumns(record) })
        let position = try PostgresJSON(commit.decision.position)
        details = commit.event.details
        device = commit.device?.device
        changedDevice = try commit.device?.row(at: commit.event.at)
        notices = try NoticeInsertion.json(commit.notices ?? [])
        let session: Session
        (session, isSnapshot, charge) = try commit.counting(
            Self.fixedBytes + event.byteCount, position: position.text.count, more: changedDevice?.text.count ?? 0)
        state = try SessionColumns(session, position: position)
        (toAct, acting) = Self.acting(in: session)
    }

    /// Commits a batch with at most one row for each session. A row is committed only if the session is at the previous
    /// revision and at the decision's generation, its draft is not cancelled, and the device's row has the version that
    /// the names were made from. If a condition fails, the statement writes nothing of this row. For each committed row
    /// the statement returns whether it stored the device.
    ///
    /// If a draft was cancelled before the statement began, the statement sees that in the draft's row. If it waited
    /// for the cancellation, it sees only the new generation: PostgreSQL reads again only the row whose lock it waited
    /// for, and that is the session's row. Rows come in the order of their session IDs, so that batches do not
    /// deadlock.
    ///
    /// The statement leaves out parts that no row needs (a draft, a player who takes a seat, a changed device, a
    /// snapshot, notices), because PostgreSQL sets up every part, even an empty one.
    ///
    /// NB: nothing here asks whether the idempotency key is new; ``IdempotentRequest`` says why.
    ///
    /// - Precondition: no row has a ``charge``. A commit with a charge uses ``transaction()``.
    static func statement(for rows: [CommitRow]) -> PostgresStatement {
        statements[Parts(neededBy: rows).rawValue](rows)
    }

    static let statements = (0...Parts.all.rawValue).map { statement(with: Parts(rawValue: $0)) }

    private static let columns = PostgresColumns<CommitRow> { columns in
        columns.add(SessionColumns.columns) { $0.state }
        columns.add("to_act") { $0.toAct }
        columns.add("acting") { $0.acting }
        columns.add("generation") { $0.commit.generation }
        columns.add(EventInsertion.columns) { $0.event }
        columns.add("adds_member") { $0.addsMember }
        columns.add("draft_id") { $0.details.draft?.uuid }
        columns.add("local_id") { $0.device?.conversation.local.uuid }
        columns.add("device_version") { $0.device?.version }
        columns.add("device") { $0.changedDevice }
        columns.add("is_snapshot") { $0.isSnapshot }
    }

    /// The columns of a statement whose rows tell of their events outside.
    private static let heardColumns = PostgresColumns<CommitRow> { heard in
        heard.add(columns)
        heard.add("notices") { $0.notices }
        heard.add("remind_at") { $0.commit.reminder.next }
        heard.add("keeps_reminder") { $0.commit.reminder.isKept }
        heard.add("clock_time") { $0.commit.event.clockReading.clockTime }
    }

    private static let sessionUpdate = sessionUpdate(besides: "", of: columns)
    private static let heardUpdate = sessionUpdate(
        besides: """
            , remind_at = least({remind_at}, CASE WHEN {keeps_reminder} AND s.remind_at <= {clock_time}
                THEN s.remind_at END)
            """, of: heardColumns)

    private static func sessionUpdate(
        besides more: String, of columns: PostgresColumns<CommitRow>
    ) -> RowWrite<CommitRow> {
        RowWrite(
            updating: "sessions s",
            set: """
                revision = {revision}, state_revision = {state_revision}, phase = {phase}, seating = {seating},
                position = {position}, outcome = {outcome}, to_act = {to_act}::int[], acting = {acting}::uuid[],
                deadline = {deadline}, unsent_revision = NULL, updated_at = {at}\(more)
                """,
            where: "s.session_id = {session_id} AND s.revision = {revision} - 1 AND s.generation = {generation}",
            of: columns)
    }

    private static let deviceCondition = Device.isUnchanged(of: columns)

    private static let draftCondition = RowCondition(
        """
        SELECT FROM drafts d
        WHERE d.session_id = {session_id} AND d.draft_id = {draft_id} AND d.status NOT IN ('live', 'replaced')
        """, isFound: false, of: columns)

    private static let draftUpdate = RowWrite(
        updating: "drafts d", set: "status = 'committed', committed_revision = {revision}",
        where: "d.session_id = {session_id} AND d.draft_id = {draft_id}", of: columns)

    private static func statement(with parts: Parts) -> PostgresRowStatement<CommitRow> {
        let isHeard = parts.contains(.notices)
        return PostgresRowStatement(isHeard ? heardColumns : columns, as: "i") { table in
            """
            WITH decided AS (
                \((isHeard ? heardUpdate : sessionUpdate).part(from: table)) AND \(deviceCondition.part)
                    \(parts.contains(.draft) ? "AND \(draftCondition.part)" : "")
                RETURNING \(returned(with: parts).map { "i.\($0)" }.joined(separator: ", "))
            ), event AS (\(EventInsertion.write.part(from: "decided i", mayConflict: false)))
            \(furtherParts.filter { parts.contains($0.part) }.map { ", \($0.name) AS (\($0.text))" }.joined())
            \(parts.contains(.device) ? keepingPart : "SELECT ordinal, false FROM decided")
            """
        }
    }

    private static func returned(with parts: Parts) -> [String] {
        var names = EventInsertion.columns.nameList + ["ordinal", "adds_member", "draft_id", "local_id", "device"]
        if parts.contains(.notices) { names.append("notices") }
        guard parts.contains(.snapshot) else { return names }
        return names + SessionColumns.columns.nameList.filter { !names.contains($0) } + ["is_snapshot"]
    }

    /// The parts that write drafts, memberships, snapshots and notices, left out where no row needs them.
    private static let furtherParts: [(part: Parts, name: String, text: String)] = {
        let ofNotices = NoticeInsertion.parts(from: "decided i")
        return [
            (.draft, "draft", draftUpdate.part(from: "decided i")),
            (.membership, "membership", MembershipInsertion.write.part(from: "decided i WHERE i.adds_member")),
            (.snapshot, "snapshot", SessionColumns.snapshot.part(from: "decided i WHERE i.is_snapshot")),
        ] + ofNotices.map { (.notices, $0.name, $0.text) }
    }()

    private static let keepingPart = """
        , reported AS (SELECT * FROM decided WHERE device IS NOT NULL), \(Device.keeping("reported"))
        SELECT ordinal, \(Device.isKept) FROM decided
        """

    /// The commit as statements of its own, with the conditions of ``statement(for:)``. The first one locks the
    /// session's row, so that what the conditions after it find stays true.
    func transaction() throws(ServiceError) -> SessionTransaction {
        var writes = SessionTransaction()
        writes.add((commit.notices == nil ? Self.sessionUpdate : Self.heardUpdate)(self), expecting: .oneRow)
        writes.add(EventInsertion.write(event), expecting: .oneRow)
        if isSnapshot { writes.add(SessionColumns.snapshot(state)) }
        if commit.device != nil { writes.add(Self.deviceCondition, on: self) }
        if details.draft != nil {
            writes.add(Self.draftCondition, on: self)
            writes.add(Self.draftUpdate(self))
        }
        if addsMember { writes.add(MembershipInsertion.write(membership)) }
        if let report = commit.device, report.hasChanges {
            let now = commit.event.at
            try writes.keep(report.device.kept(at: now), in: commit.session.id, at: now)
        }
        try writes.add(commit.notices ?? [])
        writes.add(charge)
        return writes
    }

    /// Whether the event's player belongs to the session from it on.
    fileprivate var addsMember: Bool {
        commit.event.player != nil
            && (details.joined || commit.event.kind == .opened || commit.event.kind == .reclaimed)
    }

    private var membership: MembershipInsertion {
        MembershipInsertion(session: commit.session.id, player: commit.event.player, at: commit.event.at)
    }

    /// The seats that are to act in a session, and their players, as array literals.
    static func acting(in session: Session) -> (seats: String, players: String) {
        let toAct = session.toAct
        var seats = "{"
        for seat in toAct {
            if seats.utf8.count > 1 { seats += "," }
            seats += String(seat.rawValue)
        }
        return (seats + "}", players(of: toAct, in: session.seating))
    }

    /// The players of some seats as an array literal.
    private static func players(of seats: [SeatIndex], in seating: Seating) -> String {
        // Two braces; for each seat at most one player, of 36 characters, and a comma.
        String(unsafeUninitializedCapacity: 2 + 37 * seats.count) { text in
            var count = 0
            func add(_ character: Unicode.Scalar) {
                text[count] = UInt8(ascii: character)
                count += 1
            }
            add("{")
            for player in seating.players(of: seats) {
                if count > 1 { add(",") }
                count += player.uuid.write(to: UnsafeMutableBufferPointer(rebasing: text[count...]), uppercase: false)
            }
            add("}")
            return count
        }
    }
}

/// The parts of the statement that only some rows need.
private struct Parts: OptionSet {
    /// A draft that is committed.
    static let draft = Parts(rawValue: 1)
    /// A player who belongs to the session from now on.
    static let membership = Parts(rawValue: 2)
    /// A device that has told something new.
    static let device = Parts(rawValue: 4)
    /// A session that is kept as it is.
    static let snapshot = Parts(rawValue: 8)
    /// An event that may be told of outside.
    static let notices = Parts(rawValue: 16)
    static let all: Parts = [.draft, .membership, .device, .snapshot, .notices]

    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(neededBy rows: [CommitRow]) {
        self = []
        for row in rows {
            if row.details.draft != nil { insert(.draft) }
            if row.addsMember { insert(.membership) }
            if row.changedDevice != nil { insert(.device) }
            if row.isSnapshot { insert(.snapshot) }
            if row.commit.notices != nil { insert(.notices) }
        }
    }
}
