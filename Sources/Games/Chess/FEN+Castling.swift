import GameRules

/// The third field of a FEN: castling rights.
extension ChessPosition {
    /// The rooks that the field names.
    func rooks(fen field: Substring) throws(OptionsRejection) -> Bitboard {
        var rooks = Bitboard.empty
        if field == "-" { return rooks }
        guard !field.isEmpty else { throw OptionsRejection("The third field of a FEN is - or castling rights.") }
        for letter in field.utf8 {
            guard let rook = rook(castlingLetter: letter), !rooks.contains(rook) else {
                throw OptionsRejection("The castling rights of the FEN are not those of a king and a rook at home.")
            }
            rooks.insert(rook)
        }
        return rooks
    }

    /// The letters of all rights: white's before black's, the king's side first.
    var castlingLetters: [UInt8] {
        ChessColor.allCases.flatMap { color in
            (castlingRooks & placement[color]).reversed().map { letter(of: $0, color) }
        }
    }

    private func rook(castlingLetter letter: UInt8) -> ChessSquare? {
        let isWhite = letter & 0x20 == 0
        let color: ChessColor = isWhite ? .white : .black
        guard let king = placement[color, .king].first, king.rank == color.homeRank else { return nil }
        let rooks = placement[color, .rook] & .rank(color.homeRank)
        let rook: ChessSquare?
        switch letter | 0x20 {
        case UInt8(ascii: "k"): rook = rooks.last.flatMap { $0.file > king.file ? $0 : nil }
        case UInt8(ascii: "q"): rook = rooks.first.flatMap { $0.file < king.file ? $0 : nil }
        case UInt8(ascii: "a")...UInt8(ascii: "h") where isChess960:
            let square = ChessSquare(file: Int(letter | 0x20) - Int(UInt8(ascii: "a")), rank: color.homeRank)
            rook = rooks.contains(square) ? square : nil
        default: rook = nil
        }
        guard let rook, isChess960 || (king.file == 4 && (rook.file == 0 || rook.file == 7)) else { return nil }
        return rook
    }

    private func letter(of rook: ChessSquare, _ color: ChessColor) -> UInt8 {
        let rooks = placement[color, .rook] & .rank(color.homeRank)
        let isKingside = rook.file > placement[color, .king].first?.file ?? 0
        let isOutermost = rook == (isKingside ? rooks.last : rooks.first)
        let kind: ChessPiece.Kind = isKingside ? .king : .queen
        let small = isOutermost ? kind.letter : rook.fileLetter
        return color == .white ? small & ~0x20 : small
    }
}
