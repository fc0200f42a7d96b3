import GameRules

/// The discs on a board of reversi, by colour, with what follows from them: who may move where and what that flips.
struct ReversiDiscs: Hashable, Sendable {
    /// The squares of seat 0.
    private(set) var black: ReversiSquares
    /// The squares of seat 1.
    private(set) var white: ReversiSquares

    /// The standard start: white on d4 and e5, black on e4 and d5.
    static let start = ReversiDiscs(
        black: ReversiSquares([Cell(column: 4, row: 3), Cell(column: 3, row: 4)]),
        white: ReversiSquares([Cell(column: 3, row: 3), Cell(column: 4, row: 4)]))

    var count: Int { (black | white).count }

    func contains(_ cell: Cell) -> Bool { (black | white).contains(cell) }

    /// The squares on which a seat may put a disc: those from where it flips something.
    func moves(of seat: SeatIndex) -> ReversiSquares {
        let (own, others) = sides(of: seat)
        let empty = ~(black | white)
        return ReversiSquares.Direction.all.reduce(.none) { moves, direction in
            // At most six others stand in line between an own disc and an empty square.
            var run = own.moved(direction) & others
            for _ in 0..<(ReversiSquares.side - 3) { run = run | (run.moved(direction) & others) }
            return moves | (run.moved(direction) & empty)
        }
    }

    /// The others' discs that a seat flips by a disc on some square: in each direction those between it and the next
    /// own disc.
    func flips(of seat: SeatIndex, at cell: Cell) -> ReversiSquares {
        let (own, others) = sides(of: seat)
        return ReversiSquares.Direction.all.reduce(.none) { flips, direction in
            var run = ReversiSquares.none
            var next = ReversiSquares(cell).moved(direction)
            while !(next & others).isEmpty {
                run = run | next
                next = next.moved(direction)
            }
            return (next & own).isEmpty ? flips : flips | run
        }
    }

    /// Puts a seat's disc on a square and turns over those that it flips.
    mutating func put(_ cell: Cell, of seat: SeatIndex, flipping flips: ReversiSquares) {
        let (own, others) = sides(of: seat)
        let sides = (own: own | ReversiSquares(cell) | flips, others: others & ~flips)
        (black, white) = seat == 0 ? (sides.own, sides.others) : (sides.others, sides.own)
    }

    private func sides(of seat: SeatIndex) -> (own: ReversiSquares, others: ReversiSquares) {
        seat == 0 ? (black, white) : (white, black)
    }
}

/// Discs are coded as the rows of a grid.
extension ReversiDiscs: Codable, GameJSONWritable {
    /// The discs as the API draws them.
    var grid: Grid {
        var grid = Grid(columns: ReversiSquares.side, rows: ReversiSquares.side)
        for cell in black.cells { grid[cell] = .x }
        for cell in white.cells { grid[cell] = .o }
        return grid
    }

    init(from decoder: any Decoder) throws {
        let grid = try Grid(from: decoder)
        guard grid.columns == ReversiSquares.side, grid.rows.count == ReversiSquares.side else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Not the rows of a board of reversi"))
        }
        black = ReversiSquares(grid.cells.filter { grid[$0] == .x })
        white = ReversiSquares(grid.cells.filter { grid[$0] == .o })
    }

    func write(to json: inout JSONWriter) { grid.write(to: &json) }
}
