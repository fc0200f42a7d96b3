/// A set of squares in 64 bits; that of a1 is the lowest, that of h8 the highest.
struct Bitboard: Hashable, Sendable {
    var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(_ square: ChessSquare) { bits = 1 << UInt64(square.index) }

    init(_ squares: some Sequence<ChessSquare>) {
        bits = squares.reduce(0) { $0 | 1 << UInt64($1.index) }
    }

    static let empty = Bitboard(bits: 0)

    /// The squares of a rank, from 0.
    static func rank(_ rank: Int) -> Bitboard { Bitboard(bits: 0xFF << UInt64(rank * 8)) }

    static let light = Bitboard(bits: 0x55AA_55AA_55AA_55AA)

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }

    /// The square nearest to a1; nil if there is none.
    var first: ChessSquare? { bits == 0 ? nil : ChessSquare(index: bits.trailingZeroBitCount) }

    /// The square nearest to h8; nil if there is none.
    var last: ChessSquare? { bits == 0 ? nil : ChessSquare(index: 63 - bits.leadingZeroBitCount) }

    func contains(_ square: ChessSquare) -> Bool { bits >> UInt64(square.index) & 1 == 1 }
    func intersects(_ other: Bitboard) -> Bool { bits & other.bits != 0 }

    mutating func insert(_ square: ChessSquare) { bits |= 1 << UInt64(square.index) }
    mutating func remove(_ square: ChessSquare) { bits &= ~(1 << UInt64(square.index)) }

    static func & (left: Bitboard, right: Bitboard) -> Bitboard { Bitboard(bits: left.bits & right.bits) }
    static func | (left: Bitboard, right: Bitboard) -> Bitboard { Bitboard(bits: left.bits | right.bits) }
    /// The squares of the first that are not in the second.
    static func - (left: Bitboard, right: Bitboard) -> Bitboard { Bitboard(bits: left.bits & ~right.bits) }
}

/// Its squares from a1 to h8.
extension Bitboard: Sequence, IteratorProtocol {
    mutating func next() -> ChessSquare? {
        guard let square = first else { return nil }
        bits &= bits &- 1
        return square
    }
}
