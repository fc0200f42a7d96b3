public import RoundtableClient
public import RoundtableModel

extension MessagesGame {
    /// Lists the player's games, one page at a time; none while there is no player. ``PlayerGames`` does so for a start
    /// screen.
    ///
    /// The games are those of all conversations: Messages does not tell an app which conversation it is in.
    public func sessions(_ filter: SessionFilter = SessionFilter()) async throws -> SessionList {
        try await owner.sessions(filter)
    }

    /// Shows a game without a bubble of it, such as one of ``sessions(_:)``.
    ///
    /// The message of a move is staged in the conversation on screen: in the `MSSession` of the game's bubble, if the
    /// extension has opened or staged one there since it was launched, and else as the first of a new `MSSession`.
    /// Whoever has no seat may join as after a tap on a bubble, while a seat's state is `open`.
    public func open(_ session: SessionID) { show(.session(session)) }
}

extension MessagesExtension {
    /// A page of the player's games; an empty one while there is no player.
    func sessions(_ filter: SessionFilter) async throws -> SessionList {
        try await credential.load()
        guard await credential.current != nil else { return SessionList(sessions: []) }
        return try await client.sessions(filter)
    }
}
