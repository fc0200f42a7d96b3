/// The body of `POST /v1/players/me/links`: makes this credential one of the player's who showed the code.
public struct LinkRequest: Codable, Hashable, Sendable {
    /// The link code, as typed.
    public var code: String

    /// Enters a link code.
    public init(code: String) {
        self.code = code
    }
}
