public import Foundation

/// One line in a list of sessions.
public struct SessionSummary: Codable, Hashable, Sendable {
    /// The session.
    public var id: SessionID
    /// The name of its game.
    public var game: String
    /// How many events it has.
    public var revision: Int
    /// How far it is.
    public var state: SessionState
    /// Whether the reader is to act.
    public var yourTurn: Bool
    /// The newest event in plain words.
    public var summaryText: String
    /// When that event was committed.
    public var updatedAt: Date

    /// Makes a line.
    public init(
        id: SessionID,
        game: String,
        revision: Int,
        state: SessionState,
        yourTurn: Bool,
        summaryText: String,
        updatedAt: Date
    ) {
        self.id = id
        self.game = game
        self.revision = revision
        self.state = state
        self.yourTurn = yourTurn
        self.summaryText = summaryText
        self.updatedAt = updatedAt
    }
}
