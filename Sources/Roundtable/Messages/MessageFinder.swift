import Foundation
import GameRules

/// A message that a token names, with what is known of it.
struct FoundMessage: Sendable {
    let session: SessionID
    let reference: MessageReference
    /// Who made it; a stand-in once that person was erased.
    let author: PlayerID?
    /// The seat that it speaks for.
    let seat: SeatIndex?
    /// The revision that it shows; nil unless it is committed.
    let committedRevision: Int?
    /// The revision that it was made from.
    let basedOn: Int
    var draft: Draft?
    var claim: Claim?

    /// Whether it is a draft that may still become an event.
    var isDraft: Bool {
        switch draft?.status {
        case .live, .replaced: true
        case .cancelled, .committed, .overtaken, nil: false
        }
    }
}

extension FoundMessage {
    /// The message of a draft, as it is remembered.
    ///
    /// - Parameter seat: the seat of the event that it has become; nil for none.
    init(_ draft: Draft, of session: SessionID, seat: SeatIndex? = nil) {
        self.init(
            session: session, reference: .draft(draft.id), author: draft.player, seat: seat ?? draft.proposal.seat,
            committedRevision: draft.committedRevision, basedOn: draft.proposal.basedOn, draft: draft)
    }

    /// The message of a draft that has become a session's newest event; nil for any other.
    init?(_ draft: DraftID, committedBy newest: Event?, of session: SessionID) {
        guard let newest, newest.details.draft == draft else { return nil }
        self.init(
            session: session, reference: .draft(draft), author: newest.player, seat: newest.seat,
            committedRevision: newest.revision, basedOn: newest.revision)
    }

    /// The same message once its draft has become an event.
    func committed(as event: Event) -> FoundMessage {
        FoundMessage(
            session: session, reference: reference, author: author, seat: event.seat,
            committedRevision: event.revision, basedOn: basedOn)
    }

    /// Where the message stands in its session's history, as far as it is known without a decision: a draft may be
    /// overtaken.
    func status(in session: Session, at now: ClockReading) -> MessageStatus {
        if let state = claim?.state(in: session, at: now.clockTime), !state.stands, state != .granted {
            return .cancelled
        }
        if let committedRevision { return committedRevision == session.revision ? .latest : .earlier }
        switch draft?.status {
        case .cancelled: return .cancelled
        case .overtaken: return .overtaken
        case .live, .replaced, .committed, nil: return .draft
        }
    }
}

/// Finds what a token names.
struct MessageFinder: Sendable {
    let context: ServiceContext
    let store: any SessionStores

    /// A token, opened.
    ///
    /// - Throws: `not_found`, for one that is forged.
    func token(_ text: MessageToken) throws(ServiceError) -> TokenPayload {
        guard let token = TokenPayload(text, keys: context.keys) else { throw .notFound }
        return token
    }

    /// Finds the event, draft, fresh message or claim that a token refers to.
    ///
    /// - Parameter session: the session, if it has been read already.
    /// - Throws: `not_found`, if there is none, or if the token is of a picture.
    func message(
        _ reference: MessageReference, of id: SessionID, knowing session: Session? = nil
    ) async throws(ServiceError) -> FoundMessage {
        switch reference {
        case .event(let revision):
            let found =
                if let session {
                    try await store.event(revision, of: session)
                } else {
                    try await store.event(revision, of: id)
                }
            guard let event = found else { throw .notFound }
            return FoundMessage(
                session: id, reference: reference, author: event.player, seat: event.seat,
                committedRevision: revision, basedOn: revision)
        case .draft(let draft):
            return try await self.draft(draft, of: id)
        case .fresh(let message):
            guard let fresh = try await store.freshMessage(message, of: id) else { throw .notFound }
            return FoundMessage(
                session: id, reference: reference, author: fresh.player,
                seat: try await seat(of: fresh.player, in: id, knowing: session),
                committedRevision: fresh.revision, basedOn: fresh.revision)
        case .claim(let claim):
            guard let claim = try await store.claim(claim, of: id) else { throw .notFound }
            return FoundMessage(
                session: id, reference: reference, author: claim.player,
                seat: try await seat(of: claim.player, in: id, knowing: session),
                committedRevision: claim.revision, basedOn: claim.revision, claim: claim)
        case .picture:
            throw .notFound
        }
    }

    private func seat(
        of player: PlayerID, in id: SessionID, knowing session: Session?
    ) async throws(ServiceError) -> SeatIndex? {
        let session = if let session { session } else { try await store.record(of: id, for: nil)?.session }
        guard let session else { throw .notFound }
        return session.seating.seats(of: player).first
    }

    /// Where a message stands in its session's history.
    ///
    /// - Throws: `internal` and `unavailable`, of rules that don't decide about a draft.
    func status(of message: FoundMessage, in record: SessionRecord) async throws(ServiceError) -> MessageStatus {
        let status = message.status(in: record.session, at: context.clockReading)
        guard status == .draft, let draft = message.draft else { return status }
        return try await context.drafts.decision(on: draft, in: record).decision == nil ? .overtaken : .draft
    }

    func draft(_ id: DraftID, of session: SessionID) async throws(ServiceError) -> FoundMessage {
        guard let draft = try await store.draft(id, of: session) else { throw .notFound }
        guard let revision = draft.committedRevision else { return FoundMessage(draft, of: session) }
        return FoundMessage(draft, of: session, seat: try await store.event(revision, of: session)?.seat)
    }
}
