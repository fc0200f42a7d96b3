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
