public import RoundtableClient
public import RoundtableModel

extension MessagesGame {
    /// Copies what the service shows the person about themselves; nil if there is no player, so nothing is stored.
    public func export() async throws -> PlayerExport? {
        try await credential.load()
        guard await credential.current != nil else { return nil }
        return try await client.exportMe()
    }

    /// Erases the person at the service, and forgets their credential and all that was kept for them here.
    ///
    /// Their seats become anonymous and their games go on. No instance of the extension shows a game any more: the
    /// state of each is `empty`. Whoever opens a message afterwards is a new player.
    public func erase() async throws {
        try await credential.load()
        guard await credential.current != nil else { return }
        do throws(RoundtableError) {
            try await client.eraseMe()
        } catch {
            // Whom it doesn't know it has erased already, perhaps with an answer that got lost.
            guard error.code == .unauthenticated else { throw error }
        }
        owner.forgetPlayer()
        try await credential.forget()
    }

    func forgetPlayer() {
        stopWaiting()
        jobs.cancel()
        activity = .idle
        leave(for: nil)
        (staged, left) = (nil, nil)
    }

    /// Begins as a new player, if the service doesn't know this one any more, and opens the message again, here and in
    /// all other instances.
    ///
    /// The seats of the old player are lost, so the person has to be asked; see ``Explanation/Kind/unknownPlayer``.
    public func startOver() async throws {
        try await credential.load()
        do throws(RoundtableError) {
            _ = try await client.me()
        } catch {
            guard error.code == .unauthenticated else { throw error }
            outbox.clear()
            try await credential.forget()
        }
        reopen()
    }
}

extension MessagesGame {
    /// Makes a code that makes another device of this person's the same player: show it, for ten minutes.
    public func makeLinkCode() async throws -> LinkCode {
        try await credential.load()
        return try await client.makeLinkCode()
    }

    /// Makes this device the player whose other device shows the code, and shows the game with the seats that are
    /// theirs, here and in all other instances.
    public func link(code: String) async throws {
        try await credential.load()
        _ = try await client.link(LinkRequest(code: code))
        reopen()
    }

    /// Opens the message or game of each instance again, as it looks to the player that this device has become. One
    /// that is not active does so when it comes back.
    func reopen() {
        for game in owner.games where game.isActive || game === self {
            game.asked = game.asked ?? game.opened
            game.retry()
        }
    }
}
