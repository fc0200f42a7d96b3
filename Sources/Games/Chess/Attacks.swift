/// The squares that a piece attacks (FIDE 3.1 to 3.8), from tables that are made once.
///
/// A bishop, rook or queen attacks along rays: each ray from its square, less the same ray from the first piece in it.
enum Attacks {
    static func knight(from square: ChessSquare) -> Bitboard { knights[square.index] }

    static func king(from square: ChessSquare) -> Bitboard { kings[square.index] }

    static func pawn(of color: ChessColor, from square: ChessSquare) -> Bitboard {
        color == .white ? whitePawns[square.index] : blackPawns[square.index]
    }

    static func bishop(from square: ChessSquare, occupied: Bitboard) -> Bitboard {
        ray(.northEast, from: square, occupied: occupied) | ray(.northWest, from: square, occupied: occupied)
            | ray(.southEast, from: square, occupied: occupied) | ray(.southWest, from: square, occupied: occupied)
    }

    static func rook(from square: ChessSquare, occupied: Bitboard) -> Bitboard {
        ray(.north, from: square, occupied: occupied) | ray(.east, from: square, occupied: occupied)
            | ray(.south, from: square, occupied: occupied) | ray(.west, from: square, occupied: occupied)
    }

    /// The squares that a piece attacks, whoever stands there.
    static func of(_ piece: ChessPiece, from square: ChessSquare, occupied: Bitboard) -> Bitboard {
        switch piece.kind {
        case .pawn: pawn(of: piece.color, from: square)
        case .knight: knight(from: square)
        case .bishop: bishop(from: square, occupied: occupied)
        case .rook: rook(from: square, occupied: occupied)
        case .queen: bishop(from: square, occupied: occupied) | rook(from: square, occupied: occupied)
        case .king: king(from: square)
        }
    }

    private typealias Step = (files: Int, ranks: Int)

    private static let knights = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])
    private static let kings = leaps(Direction.allCases.map(\.step))
    private static let whitePawns = leaps([(-1, 1), (1, 1)])
    private static let blackPawns = leaps([(-1, -1), (1, -1)])

    /// For each square, those that are one of some steps away.
    private static func leaps(_ steps: [Step]) -> [Bitboard] {
        ChessSquare.all.map { square in
            Bitboard(steps.compactMap { square.moved(files: $0.files, ranks: $0.ranks) })
        }
    }

    /// The directions of rays: first those towards h8, in which the nearest piece is the lowest bit.
    private enum Direction: Int, CaseIterable {
        case north, east, northEast, northWest, south, west, southEast, southWest

        var isUpwards: Bool { rawValue < Direction.south.rawValue }

        var step: Step { Self.steps[rawValue] }

        private static let steps: [Step] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (1, -1), (-1, -1)]
    }

    /// The rays in all directions, by direction and square.
    private static let rays = Direction.allCases.flatMap { direction in
        ChessSquare.all.map { square in
            Bitboard(
                sequence(first: square) { $0.moved(files: direction.step.files, ranks: direction.step.ranks) }
                    .dropFirst())
        }
    }

    private static func ray(_ direction: Direction, from square: ChessSquare, occupied: Bitboard) -> Bitboard {
        let ray = rays[direction.rawValue << 6 | square.index]
        let pieces = ray & occupied
        guard let nearest = direction.isUpwards ? pieces.first : pieces.last else { return ray }
        return ray - rays[direction.rawValue << 6 | nearest.index]
    }
}
