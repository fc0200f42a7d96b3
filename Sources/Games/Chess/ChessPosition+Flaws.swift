import GameRules

extension ChessPosition {
    /// Refuses positions that no game can come to, as far as that is easily told.
    func check() throws(OptionsRejection) {
        for color in ChessColor.allCases {
            let pieces = placement[color]
            if placement[color, .king].count != 1 { throw OptionsRejection("Each side has exactly one king.") }
            let promoted = [(ChessPiece.Kind.queen, 1), (.rook, 2), (.bishop, 2), (.knight, 2)]
                .reduce(0) { $0 + max(0, placement[color, $1.0].count - $1.1) }
            if (pieces & placement.pawns).count + promoted > 8 || pieces.count > 16 {
                throw OptionsRejection("No side has more pieces than it began with, or than its pawns could become.")
            }
        }
        if placement.pawns.intersects(.rank(0) | .rank(7)) {
            throw OptionsRejection("No pawn stands on the first or the last rank.")
        }
        for color in ChessColor.allCases {
            let rooks = castlingRooks & placement[color]
            guard let king = placement[color, .king].first else { continue }
            let kingside = rooks.count { $0.file > king.file }
            if kingside > 1 || rooks.count - kingside > 1 {
                throw OptionsRejection("A king may castle with one rook on each side.")
            }
        }
        if let enPassant, !isPassedOver(enPassant) {
            throw OptionsRejection("The en passant square of the FEN is not one that a pawn has just passed over.")
        }
        if placement.isInCheck(turn.opponent) {
            throw OptionsRejection("The player who is not to move is not in check.")
        }
        // So high that no game gets there, and low enough for the numbers of any game that begins there to be read
        // again.
        if moveNumber > 9999 { throw OptionsRejection("The move number of the FEN is too high.") }
    }

    /// Whether a pawn has just come two squares: over this square and from one that are empty.
    private func isPassedOver(_ square: ChessSquare) -> Bool {
        let mover = turn.opponent
        guard square.rank == mover.pawnRank + mover.forward, halfmoveClock == 0, placement[square] == nil,
            let from = square.moved(files: 0, ranks: -mover.forward), placement[from] == nil,
            let to = square.moved(files: 0, ranks: mover.forward)
        else { return false }
        return placement[mover, .pawn].contains(to)
    }
}
