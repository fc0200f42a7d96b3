import GameRules

/// A move of a piece from square to square, in the notation of the Universal Chess Interface: `e2e4`, `e7e8q`.
///
/// Castling is the king's move, `e1g1`; in Chess960, where that may be ambiguous, the king takes its own rook, `e1h1`.
struct ChessMove: Hashable, Sendable {
    let from: ChessSquare
    let to: ChessSquare
    /// The kind that a pawn becomes on the last rank; nil for all other moves.
    let promotion: ChessPiece.Kind?

    init(from: ChessSquare, to: ChessSquare, promotion: ChessPiece.Kind? = nil) {
        self.from = from
        self.to = to
        self.promotion = promotion
    }

    /// Reads the notation; whether a position has the move is the position's to say.
    init?(uci: String) {
        let bytes = Array(uci.utf8)
        guard bytes.count == 4 || bytes.count == 5,
            let from = ChessSquare(file: bytes[0], rank: bytes[1]),
            let to = ChessSquare(file: bytes[2], rank: bytes[3])
        else { return nil }
        var promotion: ChessPiece.Kind?
        if bytes.count == 5 {
            promotion = ChessPiece.Kind(letter: bytes[4])
            guard let promotion, Self.promotions.contains(promotion) else { return nil }
        }
        self.init(from: from, to: to, promotion: promotion)
    }

    var uci: String {
        String(unsafeUninitializedCapacity: 5) { text in
            (text[0], text[1]) = (from.fileLetter, from.rankDigit)
            (text[2], text[3]) = (to.fileLetter, to.rankDigit)
            guard let promotion else { return 4 }
            text[4] = promotion.letter
            return 5
        }
    }

    /// The kinds that a pawn may become (FIDE 3.7.3.3).
    static let promotions: [ChessPiece.Kind] = [.queen, .rook, .bishop, .knight]
}

extension Chess {
    /// A move of a player on their turn.
    enum Move: RawRepresentable, Hashable, Codable, Sendable {
        case move(ChessMove)
        /// Claim a draw by repetition or by the 50-move rule: `draw`.
        case claimDraw

        init?(rawValue: String) {
            guard let move = rawValue == "draw" ? .claimDraw : ChessMove(uci: rawValue).map(Self.move) else {
                return nil
            }
            self = move
        }

        var rawValue: String {
            switch self {
            case .move(let move): move.uci
            case .claimDraw: "draw"
            }
        }
    }
}
