/// Standard Algebraic Notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
///
/// Source: Portable Game Notation Specification, 1994, section 8.2.3, as for export.
extension ChessPosition {
    /// A legal move in SAN.
    func san(of move: ChessMove) -> String {
        let after = after(move)
        let suffix = after.isCheck ? (after.hasLegalMove ? "+" : "#") : ""
        if let castling = castling(by: move) { return (castling.isKingside ? "O-O" : "O-O-O") + suffix }
        guard let kind = placement[move.from]?.kind else { return move.uci }
        let capture = captured(by: move) == nil ? "" : "x"
        let promotion = move.promotion.map { "=\($0.capital)" } ?? ""
        let pawn = capture.isEmpty ? "" : String(move.from.name.prefix(1))
        let piece = kind == .pawn ? pawn : kind.capital + origin(of: move, kind)
        return piece + capture + move.to.name + promotion + suffix
    }

    /// As much of a move's first square as tells it from moves of like pieces to the same square: the file if that is
    /// enough, else the rank if that is, else both.
    private func origin(of move: ChessMove, _ kind: ChessPiece.Kind) -> String {
        let rivals = legalMoves.filter { other in
            other.to == move.to && other.from != move.from && placement[other.from]?.kind == kind
                && castling(by: other) == nil
        }
        let name = move.from.name
        if rivals.isEmpty { return "" }
        if !rivals.contains(where: { $0.from.file == move.from.file }) { return String(name.prefix(1)) }
        return rivals.contains { $0.from.rank == move.from.rank } ? name : String(name.suffix(1))
    }
}

extension ChessPiece.Kind {
    fileprivate var capital: String { String(decoding: [letter & ~0x20], as: UTF8.self) }
}
