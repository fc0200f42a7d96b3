/// A holder of a credential, who plays in several sessions.
struct LoadPlayer: Sendable {
    /// The place among all players of the run.
    let number: Int
    /// The header that tells who asks.
    let authorization: String

    /// A player with a credential that the service gave.
    init(number: Int, credential: String) {
        self.number = number
        authorization = "Bearer \(credential)"
    }
}
