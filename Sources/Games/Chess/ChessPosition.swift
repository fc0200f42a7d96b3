/// A position as FEN has it: everything that decides about legal moves, and the two counters.
struct ChessPosition: Hashable, Sendable {
    var placement: Placement
    var turn: ChessColor
    /// The rooks that have not lost the right to castle.
    var castlingRooks: Bitboard
    /// The square that a pawn has just passed over by a double step, whether or not it can be taken there.
    var enPassant: ChessSquare?
    /// The number of moves of either side since the last capture or pawn move.
    var halfmoveClock: Int
    /// The number of the move, counted by pairs, from 1.
    var moveNumber: Int
    var isChess960: Bool

    /// Whether the player to move is in check.
    var isCheck: Bool { placement.isInCheck(turn) }

    /// Makes a move that the pieces can make; whether it leaves the king in check is not looked at.
    mutating func make(_ move: ChessMove) {
        guard let piece = placement[move.from] else { preconditionFailure("There is no piece on \(move.from.name)") }
        var isIrreversible = piece.kind == .pawn
        if piece.kind == .king, let castling = castling(by: move) {
            castle(castling)
        } else {
            if let (victim, square) = captured(by: move) {
                placement.remove(victim, from: square)
                isIrreversible = true
            }
            placement.remove(piece, from: move.from)
            placement.put(ChessPiece(turn, move.promotion ?? piece.kind), on: move.to)
        }
        if !castlingRooks.isEmpty { loseCastlingRights(by: move, of: piece) }
        enPassant = piece.kind == .pawn ? passedOver(by: move) : nil
        halfmoveClock = isIrreversible ? 0 : halfmoveClock + 1
        if turn == .black { moveNumber += 1 }
        turn = turn.opponent
    }

    func after(_ move: ChessMove) -> ChessPosition {
        var position = self
        position.make(move)
        return position
    }

    /// The piece that a move takes, and where it stands; nil if it takes none.
    func captured(by move: ChessMove) -> (piece: ChessPiece, square: ChessSquare)? {
        if let piece = placement[move.to] { return piece.color == turn ? nil : (piece, move.to) }
        guard move.to == enPassant, placement.pawns.contains(move.from) else { return nil }
        return (ChessPiece(turn.opponent, .pawn), ChessSquare(file: move.to.file, rank: move.from.rank))
    }

    private mutating func castle(_ castling: Castling) {
        let (king, rook) = (ChessPiece(turn, .king), ChessPiece(turn, .rook))
        // NB: both go before either comes, for in Chess960 one may end where the other began.
        placement.remove(king, from: castling.king)
        placement.remove(rook, from: castling.rook)
        placement.put(king, on: castling.kingTarget)
        placement.put(rook, on: castling.rookTarget)
    }

    /// Rights go with the rook that moves or is taken, all of a side with its king.
    private mutating func loseCastlingRights(by move: ChessMove, of piece: ChessPiece) {
        castlingRooks.remove(move.from)
        castlingRooks.remove(move.to)
        if piece.kind == .king { castlingRooks = castlingRooks - .rank(turn.homeRank) }
    }

    private func passedOver(by move: ChessMove) -> ChessSquare? {
        guard abs(move.to.rank - move.from.rank) == 2 else { return nil }
        return ChessSquare(file: move.from.file, rank: (move.from.rank + move.to.rank) / 2)
    }
}
