/// A square of the chessboard, written as file and rank: `a1` is white's left corner.
struct ChessSquare: Hashable, Sendable {
    private let number: UInt8

    /// The place in the order a1, b1 … h1, a2 … h8, from 0.
    var index: Int { Int(number) }
    /// The file from the left as white sees it, from 0 for a.
    var file: Int { index & 7 }
    /// The rank from white's side, from 0 for the first.
    var rank: Int { index >> 3 }

    /// - Precondition: `index` is 0 to 63.
    init(index: Int) { number = UInt8(truncatingIfNeeded: index) }

    /// - Precondition: both are 0 to 7.
    init(file: Int, rank: Int) { self.init(index: rank << 3 | file) }

    /// Reads the two characters of a square's name; nil for anything else.
    init?(name: some StringProtocol) {
        let bytes = Array(name.utf8)
        guard bytes.count == 2, let square = ChessSquare(file: bytes[0], rank: bytes[1]) else { return nil }
        self = square
    }

    /// A square by the ASCII codes of its letter and its digit; nil if there is none.
    init?(file: UInt8, rank: UInt8) {
        guard (UInt8(ascii: "a")...UInt8(ascii: "h")).contains(file),
            (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(rank)
        else { return nil }
        self.init(file: Int(file - UInt8(ascii: "a")), rank: Int(rank - UInt8(ascii: "1")))
    }

    /// The ASCII code of the file's letter.
    var fileLetter: UInt8 { UInt8(ascii: "a") + UInt8(file) }
    /// The ASCII code of the rank's digit.
    var rankDigit: UInt8 { UInt8(ascii: "1") + UInt8(rank) }

    /// The square's name, such as `e4`.
    var name: String { String(decoding: [fileLetter, rankDigit], as: UTF8.self) }

    /// Whether the square is a light one, as h1 is.
    var isLight: Bool { (file + rank) & 1 == 1 }

    /// The square so far away; nil beyond the edge.
    func moved(files: Int, ranks: Int) -> ChessSquare? {
        let (file, rank) = (file + files, rank + ranks)
        guard (0..<8).contains(file), (0..<8).contains(rank) else { return nil }
        return ChessSquare(file: file, rank: rank)
    }

    /// Every square in the order of ``index``.
    static let all = (0..<64).map { ChessSquare(index: $0) }
}
