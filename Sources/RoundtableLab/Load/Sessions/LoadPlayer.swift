/// A holder of a credential, who plays in several sessions.
struct LoadPlayer: Sendable {
    /// The place among all players of the run.
    let number: Int
    /// The header lines that tell who asks, and perhaps from where.
    let authorization: String

    /// A player with a credential that the service gave.
    ///
    /// - Parameter isForwarded: whether a proxy seems to pass the player on from an address of their own.
    init(number: Int, credential: String, isForwarded: Bool = false) {
        self.number = number
        authorization =
            "Authorization: Bearer \(credential)\r\n" + (isForwarded ? RequestWriter.address(of: number) : "")
    }
}
