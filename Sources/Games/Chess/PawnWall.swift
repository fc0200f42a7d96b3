/// Pawns that face each other so that nobody can ever take anything, promote a pawn or give check.
///
/// Where only kings and pawns are left, such a position is dead (FIDE 5.2.2). What a piece might reach is taken too
/// large rather than too small: a king is stopped by nothing but pawns that can't move and what they attack, and
/// the other side lets every pawn go as far as it can. So a wall that is found holds, and one that only the kings'
/// positions hold together is not found.
struct PawnWall {
    private struct Sides {
        private var white = Bitboard.empty
        private var black = Bitboard.empty

        subscript(color: ChessColor) -> Bitboard {
            get { color == .white ? white : black }
            set { if color == .white { white = newValue } else { black = newValue } }
        }
    }

    private let placement: Placement
    /// The squares on which a side's pawns stand or may come to stand without taking anything.
    private let reach: Sides
    /// A side's pawns that can't move again unless they take something.
    private let fixed: Sides

    /// The wall of a position; nil where other pieces are left, or a pawn may come through by moving straight ahead.
    init?(_ placement: Placement) {
        guard (placement.knights | placement.bishops | placement.rooks | placement.queens).isEmpty else { return nil }
        self.placement = placement
        var reach = Sides()
        var fixed = Sides()
        for color in ChessColor.allCases {
            for pawn in placement[color, .pawn] {
                guard let path = Self.path(of: pawn, color, in: placement) else { return nil }
                reach[color] = reach[color] | path
                if path.count == 1 { fixed[color].insert(pawn) }
            }
        }
        self.reach = reach
        self.fixed = fixed
    }

    /// Whether nothing can be taken and no check can be given, by whatever moves.
    var holds: Bool { ChessColor.allCases.allSatisfy { !pawnsTake($0) && !kingTakes($0) && !pawnsCheck($0) } }

    private func pawnsTake(_ color: ChessColor) -> Bool {
        attacks(of: color, from: reach[color]).intersects(reach[color.opponent])
    }

    /// Whether a king may come to a pawn that no fixed pawn protects.
    private func kingTakes(_ color: ChessColor) -> Bool {
        let rivals = reach[color.opponent] - attacks(of: color.opponent, from: fixed[color.opponent])
        return kingReach(of: color).contains { Attacks.king(from: $0).intersects(rivals) }
    }

    /// Whether a pawn that moves may come to attack the other king.
    private func pawnsCheck(_ color: ChessColor) -> Bool {
        attacks(of: color, from: reach[color] - placement[color]).intersects(kingReach(of: color.opponent))
    }

    private func kingReach(of color: ChessColor) -> Bitboard {
        let closed =
            fixed[color] | fixed[color.opponent]
            | attacks(of: color.opponent, from: fixed[color.opponent])
        var reached = placement[color, .king]
        var newest = reached
        while !newest.isEmpty {
            let steps = newest.reduce(Bitboard.empty) { $0 | Attacks.king(from: $1) }
            newest = steps - closed - reached
            reached = reached | newest
        }
        return reached
    }

    private func attacks(of color: ChessColor, from squares: Bitboard) -> Bitboard {
        squares.reduce(Bitboard.empty) { $0 | Attacks.pawn(of: color, from: $1) }
    }

    /// The squares from a pawn's own to the last one before the pawn ahead of it, wherever that goes itself; nil if it
    /// may reach the last rank.
    private static func path(of pawn: ChessSquare, _ color: ChessColor, in placement: Placement) -> Bitboard? {
        var path = Bitboard(pawn)
        var ownAhead = 0
        var square = pawn
        while let next = square.moved(files: 0, ranks: color.forward) {
            if placement[color.opponent, .pawn].contains(next) { return path.dropping(last: ownAhead, towards: color) }
            if placement[color, .pawn].contains(next) { ownAhead += 1 }
            path.insert(next)
            square = next
        }
        return nil
    }
}

extension Bitboard {
    /// Without some of its squares: those that are furthest ahead as a side sees it.
    fileprivate func dropping(last count: Int, towards color: ChessColor) -> Bitboard {
        (0..<count).reduce(self) { squares, _ in
            guard let square = color == .white ? squares.last : squares.first else { return squares }
            return squares - Bitboard(square)
        }
    }
}

extension ChessPosition {
    /// Whether no series of legal moves can lead to checkmate (FIDE 5.2.2), as far as that is looked for: too few
    /// pieces, or a wall of pawns between two kings.
    var isDead: Bool {
        if placement.hasTooFewPieces { return true }
        // NB: a wall knows nothing of a pawn that may be taken en passant.
        return !canCaptureEnPassant && PawnWall(placement)?.holds ?? false
    }
}
