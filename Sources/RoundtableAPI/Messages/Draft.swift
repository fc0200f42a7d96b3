public import Foundation

/// A player's move that waits for its message to be sent; nobody else sees it.
public struct Draft: Codable, Hashable, Sendable {
    /// Its message's token.
    public var token: MessageToken
    /// The move, if it is one.
    @Nullable public var move: JSONValue?
    /// The revision that the player looked at.
    public var basedOn: Int
    /// When it is no longer shown.
    public var expiresAt: Date
    /// Its message, to stage again.
    public var message: Message

    /// Makes a draft.
    public init(token: MessageToken, move: JSONValue? = nil, basedOn: Int, expiresAt: Date, message: Message) {
        self.token = token
        self.move = move
        self.basedOn = basedOn
        self.expiresAt = expiresAt
        self.message = message
    }
}
