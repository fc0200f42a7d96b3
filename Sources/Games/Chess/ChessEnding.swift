import GameRules

/// The ways in which a game of chess ends on the board.
enum ChessEnding: Hashable, Sendable {
    /// FIDE 5.1.1.
    case checkmate(winner: ChessColor)
    /// FIDE 5.2.1.
    case stalemate
    /// FIDE 5.2.2: nobody can give checkmate by any moves.
    case deadPosition
    /// FIDE 9.6.1: the same position five times.
    case fivefoldRepetition
    /// FIDE 9.6.2: 75 moves by each player without a capture or a pawn move.
    case seventyFiveMoves
    /// A claim that was justified.
    case claimed(DrawClaim)

    var outcome: Outcome {
        if case .checkmate(let winner) = self { .won(by: winner.seat) } else { .drawn }
    }
}

/// The grounds on which the player who is to move may claim a draw.
enum DrawClaim: Hashable, Sendable {
    /// FIDE 9.2: the same position three times.
    case threefoldRepetition
    /// FIDE 9.3: 50 moves by each player without a capture or a pawn move.
    case fiftyMoves
}

extension Chess.State {
    /// The outcome; nil while the game goes on.
    var ending: ChessEnding? {
        if let claim, isDrawClaimed { return .claimed(claim) }
        // NB: checkmate takes precedence over the 75 moves (FIDE 9.6.2).
        if !position.hasLegalMove {
            return position.isCheck ? .checkmate(winner: position.turn.opponent) : .stalemate
        }
        if position.isDead { return .deadPosition }
        if position.halfmoveClock >= 150 { return .seventyFiveMoves }
        return history.occurrences >= 5 ? .fivefoldRepetition : nil
    }

    /// The grounds of a claim by the player to move; nil if it would be refused.
    var claim: DrawClaim? {
        if history.occurrences >= 3 { return .threefoldRepetition }
        return position.halfmoveClock >= 100 ? .fiftyMoves : nil
    }
}
