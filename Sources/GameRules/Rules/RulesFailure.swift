/// A game's rules answered with something that can't be told, kept or shown: a mistake of the rules, never of a player.
package struct RulesFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let game: GameName
    /// The answer and its fault, for the log.
    package let problem: String

    /// A failure of a game's rules.
    package init(of game: GameName, _ problem: String) {
        self.game = game
        self.problem = problem
    }

    package var description: String { "The rules of \(game) failed: \(problem)." }
}

/// Bounds on a game's answers. They are far above those of any game that comes with Roundtable.
package enum RulesLimits {
    /// The largest position that is stored, in bytes of JSON.
    package static let positionBytes = 512 * 1024
    /// The largest board that is shown, in bytes of JSON.
    package static let boardBytes = 512 * 1024
    /// The most legal moves that are listed.
    package static let legalMoves = 4096
    /// The longest notation of a move, in bytes of JSON.
    package static let moveBytes = 128 * 1024
    /// The longest texts of a message, with what they are filled with, in bytes.
    package static let textBytes = 128 * 1024
    /// The largest picture that is drawn, in bytes of SVG.
    package static let pictureBytes = 1024 * 1024
}
