enum ChessRefusal: String, MoveRefusal {
    case emptySquare = "empty_square"
    case notYourPiece = "not_your_piece"
    case promotionMissing = "promotion_missing"
    case castlingNotAllowed = "castling_not_allowed"
    case pieceCannotMoveThere = "piece_cannot_move_there"
    case stillInCheck = "still_in_check"
    case kingInCheck = "king_in_check"
    case noDrawToClaim = "no_draw_to_claim"
}

extension ChessPosition {
    func refusal(of move: ChessMove) -> ChessRefusal? {
        let candidates = candidates
        if candidates.contains(move) {
            if isSafe(move) { return nil }
            return isCheck ? .stillInCheck : .kingInCheck
        }
        guard let piece = placement[move.from] else { return .emptySquare }
        if piece.color != turn { return .notYourPiece }
        let queening = ChessMove(from: move.from, to: move.to, promotion: .queen)
        if move.promotion == nil, candidates.contains(queening) { return .promotionMissing }
        return castling(by: move) == nil ? .pieceCannotMoveThere : .castlingNotAllowed
    }
}
