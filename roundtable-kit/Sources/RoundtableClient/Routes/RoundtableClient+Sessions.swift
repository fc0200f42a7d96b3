public import RoundtableModel

extension RoundtableClient {
    /// Lists the games that the service's sessions may be of, told in the reader's language.
    public func games() async throws(RoundtableError) -> GameList {
        try await answer(to: .get(["v1", "games"]).byAnybody)
    }

    /// Begins a game in a conversation; insert the answer's message with a new `MSSession`.
    public func begin(
        _ session: NewSession, key: IdempotencyKey = IdempotencyKey()
    ) async throws(RoundtableError) -> TurnAnswer {
        try await answer(to: .post(session.inLanguage(of: self), to: ["v1", "sessions"], key: key))
    }

    /// Shows a session as it is now, to the device that calls its owner by this UUID.
    public func session(
        _ id: SessionID, as participant: ParticipantID? = nil
    ) async throws(RoundtableError) -> SessionView {
        try await answer(to: .get(["v1", "sessions", id.rawValue], as: participant))
    }

    /// Draws a session's board as the device's owner may see it: an SVG document of 900 by 900 units.
    ///
    /// A rectangle with the attribute `data-place` can be clicked to make a move, or a part of one: the names of the
    /// clicked places, joined, are the beginning of a legal move.
    ///
    /// - Parameter withDraft: whether the owner's draft is drawn as if it counted already.
    public func boardPicture(
        of id: SessionID, withDraft: Bool = false, as participant: ParticipantID? = nil
    ) async throws(RoundtableError) -> String {
        let call = ClientCall.get(["v1", "sessions", id.rawValue, "board.svg"], as: participant)
        let response = try await response(to: call.asking("draft", withDraft ? true : nil))
        return String(decoding: response.body, as: UTF8.self)
    }

    /// Lists what was committed after a revision, at most 100 events.
    public func events(
        of id: SessionID, after revision: Int = 0, as participant: ParticipantID? = nil
    ) async throws(RoundtableError) -> EventList {
        let call = ClientCall.get(["v1", "sessions", id.rawValue, "events"], as: participant)
        return try await answer(to: call.asking("after", revision))
    }
}
