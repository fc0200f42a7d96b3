/// The answer to `POST /v1/players`: a player just made, with the credential that is shown only this once.
public struct NewPlayer: Codable, Hashable, Sendable {
    /// The new player.
    public var player: PlayerID
    /// The credential to keep.
    public var token: Credential

    /// Makes the answer.
    public init(player: PlayerID, token: Credential) {
        self.player = player
        self.token = token
    }
}
