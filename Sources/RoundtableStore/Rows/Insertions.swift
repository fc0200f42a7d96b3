import Foundation
import GameRules
import Postgres
import Roundtable

/// A row of `events`, with the answer to the request that made it. NB: a class, because a reference is cheaper to pass
/// on.
final class EventInsertion: Sendable {
    let session: SessionID
    let event: Event
    let details: PostgresJSON
    /// The move, in a column of its own: pages without moves don't read it, and erasing a player does not search it.
    let move: PostgresJSON?
    let request: RequestID?
    let answer: StoredAnswerColumns?

    /// - Throws: `bad_request`, if it can't be kept.
    init(
        session: SessionID, event: Event, request: RequestID?, answer: StoredAnswerColumns?
    ) throws(ServiceError) {
        self.session = session
        self.event = event
        details = try PostgresJSON(event.details)
        move = try PostgresJSON(ifPresent: event.details.move)
        self.request = request
        self.answer = answer
    }

    /// The bytes of its details and its move.
    var jsonBytes: Int { details.text.count + (move?.text.count ?? 0) }
    /// The bytes of its columns of any length.
    var byteCount: Int { jsonBytes + (answer?.byteCount ?? 0) }

    static let columns = PostgresColumns<EventInsertion> { columns in
        columns.add("session_id") { $0.session.uuid }
        columns.add("revision") { $0.event.revision }
        columns.add("kind") { $0.event.kind.rawValue }
        columns.add("seat") { $0.event.seat?.rawValue }
        columns.add("player_id") { $0.event.player?.uuid }
        columns.add("details") { $0.details }
        columns.add("move") { $0.move }
        columns.add("at") { $0.event.at }
        columns.add("request_id") { $0.request?.uuid }
        columns.addAnswer { $0.answer }
    }

    /// Inserts the event, unless there is one of its revision.
    static let write = RowWrite(
        inserting: columns.names, into: "events", onConflict: "(session_id, revision) DO NOTHING", of: columns)
}

/// A row of `drafts`, with the answer to the request that made it. NB: a class, because a reference is cheaper to pass
/// on.
final class DraftInsertion: Sendable {
    let session: SessionID
    let draft: Draft
    let proposal: PostgresJSON
    /// The proposal's move, as for events.
    let move: PostgresJSON?
    let texts: PostgresJSON
    let answer: StoredAnswerColumns

    /// - Throws: `bad_request`, if it can't be kept.
    init(session: SessionID, draft: Draft, answer: StoredAnswerColumns) throws(ServiceError) {
        self.session = session
        self.draft = draft
        proposal = try PostgresJSON(draft.proposal)
        move = try PostgresJSON(ifPresent: draft.proposal.move)
        texts = try PostgresJSON(draft.texts)
        self.answer = answer
    }

    /// The bytes of its proposal, its move and its texts.
    var jsonBytes: Int { proposal.text.count + (move?.text.count ?? 0) + texts.text.count }
    /// The bytes of its columns of any length.
    var byteCount: Int { jsonBytes + answer.byteCount }

    static let columns = PostgresColumns<DraftInsertion> { columns in
        columns.add("session_id") { $0.session.uuid }
        columns.add("draft_id") { $0.draft.id.uuid }
        columns.add("player_id") { $0.draft.player.uuid }
        columns.add("proposal") { $0.proposal }
        columns.add("move") { $0.move }
        columns.add("texts") { $0.texts }
        columns.add("expected_revision") { $0.draft.expectedRevision }
        columns.add("status") { $0.draft.status.rawValue }
        columns.add("created_at") { $0.draft.createdAt }
        columns.add("expires_at") { $0.draft.expiresAt }
        columns.addAnswer { $0.answer }
    }

    /// Inserts the draft, unless there is one with its ID.
    static let write = RowWrite(
        inserting: columns.names, into: "drafts", onConflict: "(session_id, draft_id) DO NOTHING", of: columns)
}

/// The state of a session: its columns in `sessions` and in `snapshots`. NB: a class, because a reference is cheaper to
/// pass on.
final class SessionColumns: Sendable {
    let session: Session
    let seating: PostgresJSON
    let position: PostgresJSON
    let outcome: PostgresJSON?

    init(_ session: Session, position: PostgresJSON) throws(ServiceError) {
        self.session = session
        seating = try PostgresJSON(session.seating)
        self.position = position
        outcome = try PostgresJSON(ifPresent: session.outcome)
    }

    static let columns = PostgresColumns<SessionColumns> { columns in
        columns.add("session_id") { $0.session.id.uuid }
        columns.add("revision") { $0.session.revision }
        columns.add("state_revision") { $0.session.stateRevision }
        columns.add("phase") { $0.session.phase.rawValue }
        columns.add("seating") { $0.seating }
        columns.add("position") { $0.position }
        columns.add("outcome") { $0.outcome }
        columns.add("deadline") { $0.session.deadline }
    }

    static let snapshot = RowWrite(inserting: columns.names, into: "snapshots", of: columns)
}

/// A row of `session_players`: a player belongs to a session from a time on.
struct MembershipInsertion: Sendable {
    let session: SessionID
    let player: PlayerID?
    let at: Date

    static let columns = PostgresColumns<MembershipInsertion> { columns in
        columns.add("session_id") { $0.session.uuid }
        columns.add("player_id") { $0.player?.uuid }
        columns.add("at") { $0.at }
    }

    /// Notes that the player belongs to the session. If they hid it before, it is in their list again.
    static let write = RowWrite(
        inserting: "session_id, player_id, listed_at", into: "session_players", values: ["listed_at": "{at}"],
        onConflict: "(session_id, player_id) DO UPDATE SET hidden_at = NULL", of: columns)
}
