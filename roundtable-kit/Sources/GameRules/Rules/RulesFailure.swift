/// A game's rules answered with something that can't be told, kept or shown: a mistake of the rules, never of a player.
public struct RulesFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The game.
    public let game: GameName
    /// The answer and its fault, for the log.
    public let problem: String

    /// A failure of a game's rules.
    public init(of game: GameName, _ problem: String) {
        self.game = game
        self.problem = problem
    }

    /// The sentence.
    public var description: String { "The rules of \(game) failed: \(problem)." }
}

/// Bounds on a game's answers. They are far above those of any game that comes with Roundtable.
public enum RulesLimits {
    /// The largest position that is stored, in bytes of JSON.
    public static let positionBytes = 512 * 1024
    /// The largest board that is shown, in bytes of JSON.
    public static let boardBytes = 512 * 1024
    /// The most legal moves that are listed.
    public static let legalMoves = 4096
    /// The longest notation of a move, in bytes of JSON.
    public static let moveBytes = 128 * 1024
    /// The longest texts of a message, with what they are filled with, in bytes.
    public static let textBytes = 128 * 1024
    /// The largest picture that is drawn, in bytes of SVG.
    public static let pictureBytes = 1024 * 1024
}
