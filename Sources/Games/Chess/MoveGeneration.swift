/// The legal moves of a position: those that the pieces can make, less those that leave the king in check (FIDE 3.9).
extension ChessPosition {
    var legalMoves: [ChessMove] { candidates.filter(isSafe) }

    /// Whether there is any legal move; without one it is checkmate or stalemate.
    var hasLegalMove: Bool { candidates.contains(where: isSafe) }

    /// Whether a move that the pieces can make leaves the mover's king out of check.
    func isSafe(_ move: ChessMove) -> Bool { !after(move).placement.isInCheck(turn) }

    /// Every move that the pieces can make.
    var candidates: [ChessMove] {
        var moves: [ChessMove] = []
        moves.reserveCapacity(48)
        let (own, occupied) = (placement[turn], placement.occupied)
        for from in own & placement.pawns { appendPawnMoves(from: from, to: &moves) }
        for from in own - placement.pawns {
            guard let piece = placement[from] else { continue }
            for to in Attacks.of(piece, from: from, occupied: occupied) - own {
                moves.append(ChessMove(from: from, to: to))
            }
        }
        for castling in castlings { moves.append(castling.move(inChess960: isChess960)) }
        return moves
    }

    private func appendPawnMoves(from: ChessSquare, to moves: inout [ChessMove]) {
        for to in pawnTargets(from: from) {
            if to.rank == turn.opponent.homeRank {
                for kind in ChessMove.promotions { moves.append(ChessMove(from: from, to: to, promotion: kind)) }
            } else {
                moves.append(ChessMove(from: from, to: to))
            }
        }
    }

    private func pawnTargets(from: ChessSquare) -> Bitboard {
        let occupied = placement.occupied
        var victims = placement[turn.opponent]
        if let enPassant { victims.insert(enPassant) }
        var targets = Attacks.pawn(of: turn, from: from) & victims
        guard let step = from.moved(files: 0, ranks: turn.forward), !occupied.contains(step) else { return targets }
        targets.insert(step)
        if from.rank == turn.pawnRank, let double = step.moved(files: 0, ranks: turn.forward),
            !occupied.contains(double)
        {
            targets.insert(double)
        }
        return targets
    }

    /// The number of games of so many further moves, by which move generators are compared.
    func perft(_ depth: Int) -> Int {
        depth == 0 ? 1 : legalMoves.reduce(0) { $0 + after($1).perft(depth - 1) }
    }
}
