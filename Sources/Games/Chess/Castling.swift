/// One castling (FIDE 3.8.2; Chess960: FIDE guideline II): where the king and the rook stand, and where they go.
///
/// Whatever the squares they begin on, they end as in standard chess: on g and f, or on c and d.
struct Castling: Hashable, Sendable {
    let king: ChessSquare
    let rook: ChessSquare

    var isKingside: Bool { rook.file > king.file }
    var kingTarget: ChessSquare { ChessSquare(file: isKingside ? 6 : 2, rank: king.rank) }
    var rookTarget: ChessSquare { ChessSquare(file: isKingside ? 5 : 3, rank: king.rank) }

    /// The squares over which the king comes, with the first and the last.
    var kingPath: ClosedRange<Int> {
        min(king.index, kingTarget.index)...max(king.index, kingTarget.index)
    }

    /// The squares that no other piece may stand on.
    var clearedSquares: ClosedRange<Int> {
        let indices = [king.index, rook.index, kingTarget.index, rookTarget.index]
        return (indices.min() ?? 0)...(indices.max() ?? 0)
    }

    /// The move as it is written.
    func move(inChess960 isChess960: Bool) -> ChessMove { ChessMove(from: king, to: isChess960 ? rook : kingTarget) }
}

extension ChessPosition {
    /// The castling that a king's move would be, legal or not; nil for another move.
    func castling(by move: ChessMove) -> Castling? {
        guard placement[turn, .king].contains(move.from), move.from.rank == move.to.rank else { return nil }
        if isChess960 {
            guard placement[turn, .rook].contains(move.to) else { return nil }
            return Castling(king: move.from, rook: move.to)
        }
        guard abs(move.to.file - move.from.file) == 2 else { return nil }
        let rook = ChessSquare(file: move.to.file > move.from.file ? 7 : 0, rank: move.from.rank)
        return Castling(king: move.from, rook: rook)
    }

    /// The castlings that are legal but perhaps for what a rook leaves open behind it, which only Chess960 knows.
    var castlings: [Castling] {
        let rooks = castlingRooks & placement[turn]
        guard !rooks.isEmpty, let king = placement[turn, .king].first else { return [] }
        return rooks.map { Castling(king: king, rook: $0) }.filter { isFree(for: $0) && isSafe(for: $0) }
    }

    private func isFree(for castling: Castling) -> Bool {
        let others = placement.occupied - Bitboard(castling.king) - Bitboard(castling.rook)
        return castling.clearedSquares.allSatisfy { !others.contains(ChessSquare(index: $0)) }
    }

    private func isSafe(for castling: Castling) -> Bool {
        castling.kingPath.allSatisfy { !placement.isAttacked(ChessSquare(index: $0), by: turn.opponent) }
    }
}
