import GameRules

extension ChessPosition {
    /// Why a move is not legal; nil if it is.
    func refusal(of move: ChessMove) -> MoveRejection? {
        let candidates = candidates
        if candidates.contains(move) { return isSafe(move) ? nil : unsafe }
        guard let piece = placement[move.from] else {
            return .illegal(reason: "empty_square", detail: "There is no piece on \(move.from.name).")
        }
        if piece.color != turn {
            return .illegal(reason: "not_your_piece", detail: "The piece on \(move.from.name) is not yours.")
        }
        let queening = ChessMove(from: move.from, to: move.to, promotion: .queen)
        if move.promotion == nil, candidates.contains(queening) {
            return .illegal(
                reason: "promotion_missing", detail: "Say what the pawn becomes: a queen, rook, bishop or knight.")
        }
        if castling(by: move) != nil {
            return .illegal(reason: "castling_not_allowed", detail: "You can't castle there now.")
        }
        return .illegal(reason: "piece_cannot_move_there", detail: "That piece can't move there.")
    }

    private var unsafe: MoveRejection {
        isCheck
            ? .illegal(reason: "still_in_check", detail: "Your king is in check, and would still be.")
            : .illegal(reason: "king_in_check", detail: "Your king would be in check.")
    }
}
