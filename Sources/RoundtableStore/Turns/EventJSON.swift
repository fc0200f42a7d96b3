import Postgres
import Roundtable

/// The JSON columns of an event: its details and its move.
struct EventJSON: Sendable {
    let details: PostgresJSON
    /// The move, in a column of its own: pages without moves don't read it, and erasing a player does not search it.
    let move: PostgresJSON?

    /// Its bytes.
    var byteCount: Int { details.text.count + (move?.text.count ?? 0) }

    /// - Throws: `bad_request`, if it can't be kept.
    init(_ event: Event) throws(ServiceError) {
        let details = event.details
        self.details = try PostgresJSON(details)
        move = try details.move.map { move throws(ServiceError) in try PostgresJSON(move) }
    }
}

/// The JSON columns of a draft: its proposal, the proposal's move, and the texts of its message.
struct DraftJSON: Sendable {
    let proposal: PostgresJSON
    /// The proposal's move, as for events.
    let move: PostgresJSON?
    let texts: PostgresJSON

    /// Its bytes.
    var byteCount: Int { proposal.text.count + (move?.text.count ?? 0) + texts.text.count }

    /// - Throws: `bad_request`, if it can't be kept.
    init(_ draft: Draft) throws(ServiceError) {
        proposal = try PostgresJSON(draft.proposal)
        move = try draft.proposal.move.map { move throws(ServiceError) in try PostgresJSON(move) }
        texts = try PostgresJSON(draft.texts)
    }
}
