/// Some of the 64 squares of a board, a bit each: row by row from `a1`, the lowest bit, to `h8`.
struct ReversiSquares: Hashable, Sendable {
    fileprivate(set) var bits: UInt64

    static let none = ReversiSquares(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    init(_ cell: Cell) { bits = 1 << UInt64(cell.row * Self.side + cell.column) }

    init(_ cells: some Sequence<Cell>) { self = cells.reduce(.none) { $0 | ReversiSquares($1) } }

    /// The number of columns and rows that the board has.
    static let side = 8

    var isEmpty: Bool { bits == 0 }

    var count: Int { bits.nonzeroBitCount }

    func contains(_ cell: Cell) -> Bool { !(self & ReversiSquares(cell)).isEmpty }

    /// The squares, row by row.
    var cells: [Cell] {
        var (cells, rest): ([Cell], UInt64) = ([], bits)
        cells.reserveCapacity(count)
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            cells.append(Cell(column: index % Self.side, row: index / Self.side))
            rest &= rest - 1
        }
        return cells
    }

    static func & (left: ReversiSquares, right: ReversiSquares) -> ReversiSquares {
        ReversiSquares(bits: left.bits & right.bits)
    }

    static func | (left: ReversiSquares, right: ReversiSquares) -> ReversiSquares {
        ReversiSquares(bits: left.bits | right.bits)
    }

    static prefix func ~ (squares: ReversiSquares) -> ReversiSquares { ReversiSquares(bits: ~squares.bits) }
}

extension ReversiSquares {
    /// One of the eight ways that a line may go.
    struct Direction: Sendable {
        /// The distance to the bit of the next square.
        fileprivate let shift: Int
        /// The squares that have a next one: all but those at the edge to which the line goes.
        fileprivate let within: UInt64

        private init(across: Int, down: Int) {
            shift = down * side + across
            within = across == 0 ? .max : across > 0 ? ~Self.rightmost : ~Self.leftmost
        }

        private static let leftmost: UInt64 = 0x0101_0101_0101_0101
        private static let rightmost = leftmost << 7

        static let all = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)].map {
            Direction(across: $0, down: $1)
        }
    }

    /// The squares next to these in one direction; what would leave the board is gone.
    func moved(_ direction: Direction) -> ReversiSquares {
        // NB: a shift by a negative number goes the other way.
        ReversiSquares(bits: (bits & direction.within) << direction.shift)
    }
}
