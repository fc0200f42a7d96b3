/// Why a move does not count.
public enum MoveRejection: Error, Hashable, Sendable {
    /// The move is not in the game's notation; `expected` describes it for the app's author.
    case unreadable(expected: String)
    /// The move is in the notation and makes no sense, which is a mistake of the app: a stable snake_case `reason` for
    /// programs, and a sentence in English for the app's author. The player reads that the game doesn't know the move.
    case malformed(reason: String, detail: String)
    /// The move breaks a rule: a stable snake_case `reason` for programs, and a sentence in English that a player may
    /// read.
    ///
    /// The game's texts have the sentence in all languages, as `GAME.refused.REASON`; then no `detail` is needed.
    case illegal(reason: String, detail: String? = nil)
}

/// Why a game can't be set up as asked.
public struct OptionsRejection: Error, Hashable, Sendable {
    /// A sentence for the app's author: which option, what is allowed.
    public let detail: String

    /// A rejection with its explanation.
    public init(_ detail: String) { self.detail = detail }
}
