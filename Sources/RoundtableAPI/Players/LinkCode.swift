public import Foundation

/// The answer to `POST /v1/players/me/link-codes`: shown on a device that has the player's credential, typed on one that hasn't.
public struct LinkCode: Codable, Hashable, Sendable {
    /// What to type; works once.
    public var code: String
    /// When it stops working.
    public var expiresAt: Date

    /// Makes the answer.
    public init(code: String, expiresAt: Date) {
        self.code = code
        self.expiresAt = expiresAt
    }
}
