import GameRules

/// Positions that no game can come to, as far as that is easily told.
extension ChessPosition {
    /// Why the position can't be played; nil if nothing speaks against it.
    var flaw: OptionsRejection? {
        pieceFlaw ?? castlingFlaw ?? enPassantFlaw ?? checkFlaw ?? counterFlaw
    }

    private var pieceFlaw: OptionsRejection? {
        for color in ChessColor.allCases {
            let pieces = placement[color]
            if placement[color, .king].count != 1 { return OptionsRejection("Each side has exactly one king.") }
            let promoted = [(ChessPiece.Kind.queen, 1), (.rook, 2), (.bishop, 2), (.knight, 2)]
                .reduce(0) { $0 + max(0, placement[color, $1.0].count - $1.1) }
            if (pieces & placement.pawns).count + promoted > 8 || pieces.count > 16 {
                return OptionsRejection("No side has more pieces than it began with, or than its pawns could become.")
            }
        }
        if placement.pawns.intersects(.rank(0) | .rank(7)) {
            return OptionsRejection("No pawn stands on the first or the last rank.")
        }
        return nil
    }

    /// At most one rook on each side of a king.
    private var castlingFlaw: OptionsRejection? {
        for color in ChessColor.allCases {
            let rooks = castlingRooks & placement[color]
            guard let king = placement[color, .king].first else { continue }
            let kingside = rooks.count { $0.file > king.file }
            if kingside > 1 || rooks.count - kingside > 1 {
                return OptionsRejection("A king may castle with one rook on each side.")
            }
        }
        return nil
    }

    /// A pawn has just come two squares: over a square and from one that are empty.
    private var enPassantFlaw: OptionsRejection? {
        guard let square = enPassant else { return nil }
        let mover = turn.opponent
        if square.rank == mover.pawnRank + mover.forward, halfmoveClock == 0, placement[square] == nil,
            let from = square.moved(files: 0, ranks: -mover.forward), placement[from] == nil,
            let to = square.moved(files: 0, ranks: mover.forward), placement[mover, .pawn].contains(to)
        {
            return nil
        }
        return OptionsRejection("The en passant square of the FEN is not one that a pawn has just passed over.")
    }

    private var checkFlaw: OptionsRejection? {
        placement.isInCheck(turn.opponent) ? OptionsRejection("The player who is not to move is not in check.") : nil
    }

    /// So high that no game gets there, and low enough for the numbers of any game that begins there to be read again.
    private var counterFlaw: OptionsRejection? {
        moveNumber > 9999 ? OptionsRejection("The move number of the FEN is too high.") : nil
    }
}
