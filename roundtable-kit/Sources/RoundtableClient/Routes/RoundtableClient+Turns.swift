public import RoundtableModel

extension RoundtableClient {
    /// Makes a move; insert the answer's message with the session of the tapped one.
    ///
    /// Refused with `stale_revision` if the session has moved on: show the current state and let the player choose
    /// again.
    public func play(
        _ turn: Turn, in session: SessionID, key: IdempotencyKey = IdempotencyKey()
    ) async throws(RoundtableError) -> TurnAnswer {
        try await answer(
            to: .post(turn.inLanguage(of: self), to: ["v1", "sessions", session.rawValue, "turns"], key: key))
    }

    /// Takes an open seat without moving.
    public func join(
        _ session: SessionID, _ request: SeatRequest, key: IdempotencyKey = IdempotencyKey()
    ) async throws(RoundtableError) -> TurnAnswer {
        try await answer(
            to: .post(request.inLanguage(of: self), to: ["v1", "sessions", session.rawValue, "seats"], key: key))
    }

    /// Starts, resigns, leaves, offers something or answers an offer, claims a seat, or objects to a claim.
    ///
    /// The answer to a rematch is about another session; insert its message with a new `MSSession`. If there is a
    /// rematch already, the refusal `already_rematched` names it: `problem.session`.
    public func act(
        _ request: ActionRequest, in session: SessionID, key: IdempotencyKey = IdempotencyKey()
    ) async throws(RoundtableError) -> TurnAnswer {
        try await answer(
            to: .post(request.inLanguage(of: self), to: ["v1", "sessions", session.rawValue, "actions"], key: key))
    }

    /// Shows the current state as a message of this player's own: to nudge, or to replace one that was never sent.
    public func freshMessage(
        of session: SessionID, _ request: FreshMessageRequest, key: IdempotencyKey = IdempotencyKey()
    ) async throws(RoundtableError) -> GameMessage {
        let path = ["v1", "sessions", session.rawValue, "messages"]
        let fresh: FreshMessage = try await answer(to: .post(request.inLanguage(of: self), to: path, key: key))
        return fresh.message
    }
}
