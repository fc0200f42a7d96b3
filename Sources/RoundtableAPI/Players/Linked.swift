/// The answer to `POST /v1/players/me/links`.
public struct Linked: Codable, Hashable, Sendable {
    /// The player whom the credential stands for from now on.
    public var player: PlayerID

    /// Makes the answer.
    public init(player: PlayerID) {
        self.player = player
    }
}
