/// A position's number for finding repetitions, after Albert Zobrist: a random number for each fact, all of them xored.
///
/// Two positions have the same number if they are the same as FIDE 9.2.3 says: the same player has the move, the same
/// pieces stand on the same squares, and the possible moves are the same. So the rights to castle count even while
/// castling is impossible, and a pawn's double step only if it can legally be taken in passing. Numbers are stored with
/// games: the keys must never change.
extension ChessPosition {
    var zobristHash: UInt64 {
        var hash = turn == .black ? Self.key(of: Fact.blackToMove) : 0
        for square in placement.occupied {
            guard let piece = placement[square] else { continue }
            let number = Int(piece.color.rawValue) * ChessPiece.Kind.allCases.count + Int(piece.kind.rawValue)
            hash ^= Self.key(of: Fact.pieces + number << 6 | square.index)
        }
        for rook in castlingRooks { hash ^= Self.key(of: Fact.castling | rook.index) }
        if let enPassant, canCaptureEnPassant { hash ^= Self.key(of: Fact.enPassant | enPassant.index) }
        return hash
    }

    var canCaptureEnPassant: Bool {
        guard let enPassant else { return false }
        let pawns = Attacks.pawn(of: turn.opponent, from: enPassant) & placement[turn, .pawn]
        return pawns.contains { isSafe(ChessMove(from: $0, to: enPassant)) }
    }

    /// Where the numbers of facts of one sort begin; the lower six bits are a square.
    private enum Fact {
        static let pieces = 0
        static let castling = 12 << 6
        static let enPassant = 13 << 6
        static let blackToMove = 14 << 6
    }

    /// The random number of a fact: SplitMix64, seeded by the fact's number.
    private static func key(of fact: Int) -> UInt64 {
        var mixed = UInt64(fact + 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
