import GameRules

/// One of the two sides, and whose turn it is.
enum ChessColor: UInt8, Hashable, Sendable, CaseIterable {
    case white, black

    var opponent: ChessColor { self == .white ? .black : .white }

    var seat: SeatIndex { self == .white ? 0 : 1 }

    /// The direction of its pawns in ranks.
    var forward: Int { self == .white ? 1 : -1 }

    /// The rank on which its king and rooks begin, from 0.
    var homeRank: Int { self == .white ? 0 : 7 }

    /// The rank on which its pawns begin, from 0.
    var pawnRank: Int { self == .white ? 1 : 6 }

    /// The word for the colour in keys of texts.
    var word: String { self == .white ? "white" : "black" }
}

struct ChessPiece: Hashable, Sendable {
    enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case pawn, knight, bishop, rook, queen, king

        /// The English word, as keys of texts have it.
        var word: String {
            switch self {
            case .pawn: "pawn"
            case .knight: "knight"
            case .bishop: "bishop"
            case .rook: "rook"
            case .queen: "queen"
            case .king: "king"
            }
        }

        /// The small letter of FEN and UCI.
        var letter: UInt8 {
            switch self {
            case .pawn: UInt8(ascii: "p")
            case .knight: UInt8(ascii: "n")
            case .bishop: UInt8(ascii: "b")
            case .rook: UInt8(ascii: "r")
            case .queen: UInt8(ascii: "q")
            case .king: UInt8(ascii: "k")
            }
        }

        /// A kind by its small letter; nil if there is none.
        init?(letter: UInt8) {
            guard let kind = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
            self = kind
        }

        /// The customary value in pawns; none for the king, which is never exchanged.
        var value: Int {
            switch self {
            case .pawn: 1
            case .knight, .bishop: 3
            case .rook: 5
            case .queen: 9
            case .king: 0
            }
        }
    }

    let color: ChessColor
    let kind: Kind

    init(_ color: ChessColor, _ kind: Kind) {
        self.color = color
        self.kind = kind
    }

    /// A piece by its letter in FEN: a capital is white.
    init?(letter: UInt8) {
        guard let kind = Kind(letter: letter | Self.smallLetterBit) else { return nil }
        self.init(letter & Self.smallLetterBit == 0 ? .white : .black, kind)
    }

    /// The letter in FEN.
    var letter: UInt8 { color == .white ? kind.letter & ~Self.smallLetterBit : kind.letter }

    /// The bit that tells small letters from capitals in ASCII.
    private static let smallLetterBit: UInt8 = 0x20
}
