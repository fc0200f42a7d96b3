public import GameRules

/// Portable Game Notation: games of chess as other programs, and people, read them.
///
/// Source: Portable Game Notation Specification, 1994, the export format of section 8.2.
public enum PGN {
    /// Why moves are no game.
    public enum Failure: Error, Hashable {
        /// The start position can't be played.
        case start(OptionsRejection)
        /// A move, by its place in the list, is not in the notation or not legal.
        case move(index: Int, MoveRejection)
    }

    // swift: in () throws

    /// The movetext of a game, in lines of at most 79 characters: `1. e4 e5 2. Nf3 *`.
    ///
    /// ```swift
    /// let text = try PGN.movetext(of: ["f2f3", "e7e5", "g2g4", "d8h4"])  // 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    ///
    /// - Parameters:
    ///   - moves: The moves as sessions of `chess` have them, also `draw`, which shows in the result only.
    ///   - fen: The start position; nil for the standard one.
    ///   - chess960: Whether castling is that of Chess960.
    ///   - outcome: How the game ended, if not on the board: by resignation, for example.
    public static func movetext(
        of moves: [String], from fen: String? = nil, chess960: Bool = false, outcome: Outcome? = nil
    ) throws(Failure) -> String {
        let chess = Chess()
        let options = Chess.Options(fen: fen, chess960: chess960)
        var state: Chess.State
        do {
            state = try chess.setUp(options, seats: 2)
        } catch {
            throw .start(error)
        }
        var words: [String] = []
        for (index, text) in moves.enumerated() {
            do {
                words += try make(text, in: &state, isFirst: index == 0)
            } catch {
                throw .move(index: index, error)
            }
        }
        return lines(of: words + [result(state.ending?.outcome ?? outcome)])
    }

    /// Makes a move, and tells it with its number if that is due.
    private static func make(
        _ text: String, in state: inout Chess.State, isFirst: Bool
    ) throws(MoveRejection) -> [String] {
        guard let move = Chess.Move(rawValue: text), state.ending == nil else {
            throw .unreadable(expected: "a move of a game that goes on, in the notation of chess")
        }
        let position = state.position
        try state.apply(move)
        guard case .move(let move) = move else { return [] }
        let number =
            position.turn == .white ? ["\(position.moveNumber)."] : isFirst ? ["\(position.moveNumber)..."] : []
        return number + [position.san(of: move)]
    }

    /// The termination marker (section 8.2.6).
    private static func result(_ outcome: Outcome?) -> String {
        switch outcome?.kind {
        case .won: outcome?.winners == [0] ? "1-0" : "0-1"
        case .drawn: "1/2-1/2"
        case .completed, .abandoned, nil: "*"
        }
    }

    private static func lines(of words: [String]) -> String {
        var (text, length) = ("", 0)
        for word in words {
            let isNewLine = length + 1 + word.count > 79
            if !text.isEmpty { text += isNewLine ? "\n" : " " }
            length = isNewLine || length == 0 ? word.count : length + 1 + word.count
            text += word
        }
        return text
    }
}
