import Foundation
import GameRules
import Postgres
import Roundtable

/// A commit as one row of a batch, its values encoded before it joins the others. NB: a class, for it is passed on
/// often and never changes.
final class CommitRow: Sendable {
    let commit: Commit
    /// The session after it, with the bytes of the event.
    let session: Session
    let seating: PostgresJSON
    let position: PostgresJSON
    /// The seats that are to act, and their players, as array literals: arrays of arrays can't be unnested.
    let toAct: String
    let acting: String
    let outcome: PostgresJSON?
    let event: EventJSON
    let answer: AnswerColumns?
    /// The asking device, if it is to be kept.
    let changedDevice: PostgresJSON?
    /// Whether the session is kept as it is after it.
    let isSnapshot: Bool
    /// The bytes that the event's player is charged; nil for none, as it is for nearly all turns.
    let charge: ByteCharge?

    /// The bytes of an event's row besides its details, its move and its answer: keys, numbers and times.
    static let fixedBytes = 64

    /// - Throws: `quota_exceeded`, if the session's history becomes too long.
    init(_ commit: Commit) throws(ServiceError) {
        self.commit = commit
        event = try EventJSON(commit.event)
        answer = try commit.answer.map { record throws(ServiceError) in try AnswerColumns(record) }
        position = try PostgresJSON(commit.session.snapshot().data).storable()
        changedDevice = try commit.device?.row(at: commit.event.at)
        (session, isSnapshot, charge) = try commit.counting(
            Self.fixedBytes + event.byteCount + (answer?.byteCount ?? 0), position: position.text.count,
            more: changedDevice?.text.count ?? 0)
        seating = try PostgresJSON(session.seating)
        let seats = session.toAct
        toAct = Self.literal(seats)
        acting = Self.literal(session.seating.players(of: seats))
        outcome = try session.outcome.map { outcome throws(ServiceError) in try PostgresJSON(outcome) }
    }

    /// Commits a batch, of the rows of one session at most one: each on the condition that the session is at the
    /// revision before, that its draft is not cancelled, and that the asking device has learned nothing since its names
    /// were written. Nothing of a row whose condition fails. A row that comes back says whether its device was kept.
    ///
    /// A cancellation before the statement began shows in the draft; one that the statement had to wait for shows only
    /// in the session's generation, because a row that was waited for is all that is read anew.
    /// Locks the session's row. Rows come in the order of their session IDs, so that batches do not deadlock.
    ///
    /// Parts that no row needs (a draft, a player who takes a seat, a changed device, a snapshot) are left out of the
    /// statement: PostgreSQL sets up each part for every batch, whether there is anything in it or not.
    ///
    /// NB: none of the rows has a ``charge``, which is left to ``transaction()``.
    ///
    /// NB: nothing here asks whether the idempotency key is new; ``Idempotency`` says why.
    static func statement(for rows: [CommitRow]) -> PostgresStatement {
        statements[Parts(neededBy: rows).rawValue](rows)
    }

    /// The statement for each set of parts.
    private static let statements = (0...Parts.all.rawValue).map { statement(with: Parts(rawValue: $0)) }

    private static let columns: PostgresColumns<CommitRow> = {
        var columns = PostgresColumns<CommitRow>()
        columns.add("session_id") { $0.session.id.uuid }
        columns.add("revision") { $0.session.revision }
        columns.add("state_revision") { $0.session.stateRevision }
        columns.add("phase") { $0.session.phase.rawValue }
        columns.add("seating") { $0.seating }
        columns.add("position") { $0.position }
        columns.add("outcome") { $0.outcome }
        columns.add("to_act") { $0.toAct }
        columns.add("acting") { $0.acting }
        columns.add("deadline") { $0.session.deadline }
        columns.add("generation") { $0.commit.generation }
        columns.add("kind") { $0.commit.event.kind.rawValue }
        columns.add("seat") { $0.commit.event.seat?.rawValue }
        columns.add("player_id") { $0.commit.event.player?.uuid }
        columns.add("details") { $0.event.details }
        columns.add("move") { $0.event.move }
        columns.add("at") { $0.commit.event.at }
        columns.add("binds") { $0.commit.event.bindsPlayer }
        columns.add("draft_id") { $0.commit.event.details.draft?.uuid }
        columns.add("request_id") { $0.commit.answer?.id.uuid }
        columns.addAnswer { $0.answer }
        columns.add("local_id") { $0.commit.device?.device.conversation.local.uuid }
        columns.add("device_version") { $0.commit.device?.device.version }
        columns.add("device") { $0.changedDevice }
        columns.add("is_snapshot") { $0.isSnapshot }
        return columns
    }()

    private static func statement(with parts: Parts) -> PostgresRowStatement<CommitRow> {
        PostgresRowStatement(columns, as: "i") { table in
            """
            WITH decided AS (
                UPDATE sessions s SET
                    revision = i.revision, state_revision = i.state_revision, phase = i.phase, seating = i.seating,
                    position = i.position, outcome = i.outcome, to_act = i.to_act::int[], acting = i.acting::uuid[],
                    deadline = i.deadline, unsent_revision = NULL, updated_at = i.at
                FROM \(table)
                WHERE s.session_id = i.session_id AND s.revision = i.revision - 1
                    AND s.generation = i.generation
                    AND NOT EXISTS (
                        SELECT FROM devices v
                        WHERE v.session_id = i.session_id AND v.player_id = i.player_id AND v.local_id = i.local_id
                            AND v.version <> i.device_version)
                    \(parts.contains(.draft) ? draftCondition : "")
                RETURNING i.ordinal, i.session_id, i.revision, i.kind, i.seat, i.player_id, i.details, i.move, i.at,
                    i.binds, i.draft_id, i.request_id, \(AnswerColumns.names), i.local_id, i.device
                    \(parts.contains(.snapshot) ? snapshotColumns : "")
            ), event AS (
                INSERT INTO events (session_id, revision, kind, seat, player_id, details, move, at, request_id,
                    \(AnswerColumns.names))
                SELECT session_id, revision, kind, seat, player_id, details, move, at, request_id,
                    \(AnswerColumns.names)
                FROM decided
            )
            \(parts.contains(.draft) ? draftPart : "")
            \(parts.contains(.binding) ? bindingPart : "")
            \(parts.contains(.snapshot) ? snapshotPart : "")
            \(parts.contains(.device) ? keepingPart : "SELECT ordinal, false FROM decided")
            """
        }
    }

    private static func literal(_ values: [some CustomStringConvertible]) -> String {
        "{\(values.map(\.description).joined(separator: ","))}"
    }

    private static let draftCondition = """
        AND NOT EXISTS (
            SELECT FROM drafts d
            WHERE d.session_id = i.session_id AND d.draft_id = i.draft_id AND d.status NOT IN ('live', 'replaced'))
        """

    private static let draftPart = """
        , draft AS (
            UPDATE drafts d SET status = 'committed', committed_revision = i.revision
            FROM decided i WHERE d.session_id = i.session_id AND d.draft_id = i.draft_id
        )
        """

    private static let bindingPart = """
        , binding AS (
            INSERT INTO session_players (session_id, player_id, joined_at)
            SELECT session_id, player_id, at FROM decided WHERE binds
            ON CONFLICT DO NOTHING
        )
        """

    private static let snapshotColumns = """
        , i.state_revision, i.phase, i.seating, i.position, i.outcome, i.deadline, i.is_snapshot
        """

    private static let snapshotPart = """
        , snapshot AS (
            INSERT INTO snapshots (session_id, revision, state_revision, phase, seating, position, outcome, deadline)
            SELECT session_id, revision, state_revision, phase, seating, position, outcome, deadline
            FROM decided WHERE is_snapshot
        )
        """

    private static let keepingPart = """
        , reported AS (SELECT * FROM decided WHERE device IS NOT NULL), \(Device.keeping("reported"))
        SELECT ordinal, kept.session_id IS NOT NULL
        FROM decided LEFT JOIN kept USING (session_id, player_id, local_id)
        """
}

/// The parts of the statement that only some rows need.
private struct Parts: OptionSet {
    /// A draft that is committed.
    static let draft = Parts(rawValue: 1)
    /// A player who belongs to the session from now on.
    static let binding = Parts(rawValue: 2)
    /// A device that has told something new.
    static let device = Parts(rawValue: 4)
    /// A session that is kept as it is.
    static let snapshot = Parts(rawValue: 8)
    static let all: Parts = [.draft, .binding, .device, .snapshot]

    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The parts that some row needs.
    init(neededBy rows: [CommitRow]) {
        self = []
        for row in rows {
            if row.commit.event.details.draft != nil { insert(.draft) }
            if row.commit.event.bindsPlayer { insert(.binding) }
            if row.changedDevice != nil { insert(.device) }
            if row.isSnapshot { insert(.snapshot) }
        }
    }
}

extension Event {
    /// Whether the player belongs to the session from this event on.
    var bindsPlayer: Bool { player != nil && (details.joined || kind == .opened || kind == .reclaimed) }
}
