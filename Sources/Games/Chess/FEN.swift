import GameRules

/// Forsyth-Edwards Notation: a position in one line of six fields.
///
/// Source: Portable Game Notation Specification, 1994, section 16.1, so the en passant square is given after every
/// double step of a pawn, whether or not it can be taken there. Castling rights are X-FEN, by Reinhard Scharnagl:
/// `KQkq` mean the outermost rook on that side of the king, and an inner rook, which only Chess960 knows, is named by
/// its file. Shredder-FEN, which names every rook by its file, is read too. The two counters may be left out.
extension ChessPosition {
    static let startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

    /// Reads a position; whether it can be played is for ``check()`` to say.
    init(fen: String, isChess960: Bool) throws(OptionsRejection) {
        let fields = fen.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 6 || fields.count == 4 else { throw OptionsRejection("A FEN has six fields.") }
        placement = try Placement(fen: fields[0])
        turn = try Self.turn(fields[1])
        castlingRooks = .empty
        enPassant = try Self.enPassant(fields[3])
        halfmoveClock = fields.count == 6 ? try Self.counter(fields[4], 0...99_999) : 0
        moveNumber = fields.count == 6 ? try Self.counter(fields[5], 1...99_999) : 1
        self.isChess960 = isChess960
        castlingRooks = try rooks(fen: fields[2])
    }

    private static func turn(_ field: Substring) throws(OptionsRejection) -> ChessColor {
        switch field {
        case "w": return .white
        case "b": return .black
        default: throw OptionsRejection("The second field of a FEN is w or b.")
        }
    }

    private static func enPassant(_ field: Substring) throws(OptionsRejection) -> ChessSquare? {
        if field == "-" { return nil }
        guard let square = ChessSquare(name: field) else {
            throw OptionsRejection("The fourth field of a FEN is - or a square.")
        }
        return square
    }

    private static func counter(_ field: Substring, _ range: ClosedRange<Int>) throws(OptionsRejection) -> Int {
        // NB: `Int` also reads "+1" and "01".
        guard let number = Int(field), range.contains(number), String(number) == field else {
            throw OptionsRejection("The last two fields of a FEN are numbers.")
        }
        return number
    }

    /// The position in all six fields.
    var fen: String {
        let letters = castlingLetters
        let castling = letters.isEmpty ? "-" : String(decoding: letters, as: UTF8.self)
        return "\(placement.fen) \(turn == .white ? "w" : "b") \(castling) \(enPassant?.name ?? "-") "
            + "\(halfmoveClock) \(moveNumber)"
    }
}

extension Placement {
    /// Reads the first field of a FEN: ranks from the eighth to the first.
    init(fen field: Substring) throws(OptionsRejection) {
        let ranks = field.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard ranks.count == 8 else { throw OptionsRejection("The first field of a FEN has eight ranks.") }
        for (index, rank) in ranks.enumerated() {
            var (file, wasDigit) = (0, false)
            for letter in rank {
                let isDigit = (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(letter)
                if isDigit, !wasDigit {
                    file += Int(letter - UInt8(ascii: "0"))
                } else if let piece = ChessPiece(letter: letter), file < 8 {
                    put(piece, on: ChessSquare(file: file, rank: 7 - index))
                    file += 1
                } else {
                    throw OptionsRejection("Rank \(8 - index) of the FEN can't be read.")
                }
                wasDigit = isDigit
            }
            guard file == 8 else { throw OptionsRejection("Rank \(8 - index) of the FEN has not eight squares.") }
        }
    }

    /// The first field of a FEN.
    var fen: String {
        String(unsafeUninitializedCapacity: 71) { text in
            var length = 0
            func append(_ letter: UInt8) {
                text[length] = letter
                length += 1
            }
            for rank in (0..<8).reversed() {
                var empty: UInt8 = 0
                func appendEmpty() {
                    if empty > 0 { append(UInt8(ascii: "0") + empty) }
                    empty = 0
                }
                for file in 0..<8 {
                    if let piece = self[ChessSquare(file: file, rank: rank)] {
                        appendEmpty()
                        append(piece.letter)
                    } else {
                        empty += 1
                    }
                }
                appendEmpty()
                if rank > 0 { append(UInt8(ascii: "/")) }
            }
            return length
        }
    }
}

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
