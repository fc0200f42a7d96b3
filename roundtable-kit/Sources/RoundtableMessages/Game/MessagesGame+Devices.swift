import RoundtableClient
public import RoundtableModel

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
