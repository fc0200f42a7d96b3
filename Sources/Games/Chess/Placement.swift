/// Which piece stands on which square: a set of squares for each kind and one for each colour.
struct Placement: Hashable, Sendable {
    private(set) var pawns = Bitboard.empty
    private(set) var knights = Bitboard.empty
    private(set) var bishops = Bitboard.empty
    private(set) var rooks = Bitboard.empty
    private(set) var queens = Bitboard.empty
    private(set) var kings = Bitboard.empty
    private(set) var white = Bitboard.empty
    private(set) var black = Bitboard.empty

    var occupied: Bitboard { white | black }

    subscript(color: ChessColor) -> Bitboard { color == .white ? white : black }

    subscript(kind: ChessPiece.Kind) -> Bitboard {
        switch kind {
        case .pawn: pawns
        case .knight: knights
        case .bishop: bishops
        case .rook: rooks
        case .queen: queens
        case .king: kings
        }
    }

    subscript(color: ChessColor, kind: ChessPiece.Kind) -> Bitboard { self[color] & self[kind] }

    subscript(square: ChessSquare) -> ChessPiece? {
        let color: ChessColor
        if white.contains(square) {
            color = .white
        } else if black.contains(square) {
            color = .black
        } else {
            return nil
        }
        return ChessPiece(color, kind(on: square))
    }

    private func kind(on square: ChessSquare) -> ChessPiece.Kind {
        if pawns.contains(square) { return .pawn }
        if knights.contains(square) { return .knight }
        if bishops.contains(square) { return .bishop }
        if rooks.contains(square) { return .rook }
        return queens.contains(square) ? .queen : .king
    }

    /// Puts a piece on an empty square.
    mutating func put(_ piece: ChessPiece, on square: ChessSquare) { toggle(piece, on: square) }

    /// Takes a piece from the square on which it stands.
    mutating func remove(_ piece: ChessPiece, from square: ChessSquare) { toggle(piece, on: square) }

    private mutating func toggle(_ piece: ChessPiece, on square: ChessSquare) {
        let bit = Bitboard(square).bits
        switch piece.kind {
        case .pawn: pawns.bits ^= bit
        case .knight: knights.bits ^= bit
        case .bishop: bishops.bits ^= bit
        case .rook: rooks.bits ^= bit
        case .queen: queens.bits ^= bit
        case .king: kings.bits ^= bit
        }
        switch piece.color {
        case .white: white.bits ^= bit
        case .black: black.bits ^= bit
        }
    }

    func isAttacked(_ square: ChessSquare, by color: ChessColor) -> Bool {
        let attackers = self[color]
        // NB: a piece attacks a square from where, put on that square, it would attack the piece.
        return Attacks.knight(from: square).intersects(attackers & knights)
            || Attacks.pawn(of: color.opponent, from: square).intersects(attackers & pawns)
            || Attacks.king(from: square).intersects(attackers & kings)
            || Attacks.bishop(from: square, occupied: occupied).intersects(attackers & (bishops | queens))
            || Attacks.rook(from: square, occupied: occupied).intersects(attackers & (rooks | queens))
    }

    func isInCheck(_ color: ChessColor) -> Bool {
        guard let king = self[color, .king].first else { return false }
        return isAttacked(king, by: color.opponent)
    }
}

extension Placement {
    /// Whether no series of legal moves can lead to checkmate, told from the pieces alone (FIDE 5.2.2): kings alone,
    /// with one knight, or with bishops that all stand on squares of one colour.
    var hasTooFewPieces: Bool {
        guard (pawns | rooks | queens).isEmpty else { return false }
        if bishops.isEmpty { return knights.count <= 1 }
        return knights.isEmpty && (bishops - .light).isEmpty != (bishops & .light).isEmpty
    }

    /// The value of white's pieces less that of black's, in pawns; negative if black is ahead.
    var balance: Int {
        ChessPiece.Kind.allCases.reduce(0) { sum, kind in
            sum + kind.value * (self[.white, kind].count - self[.black, kind].count)
        }
    }
}
