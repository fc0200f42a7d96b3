/// Marks in line: what wins in a game of lines.
extension Grid {
    /// Whether a cell's mark is one of so many equal ones in a row, column or diagonal.
    func hasLine(of length: Int, through cell: Cell) -> Bool {
        Self.directions.contains { direction in
            1 + run(from: cell, direction) + run(from: cell, (-direction.across, -direction.down)) >= length
        }
    }

    /// The number of marks equal to a cell's that follow it in one direction.
    private func run(from cell: Cell, _ direction: Direction) -> Int {
        let mark = self[cell]
        var length = 0
        var next = cell.moved(1, direction)
        while contains(next), self[next] == mark {
            length += 1
            next = next.moved(1, direction)
        }
        return length
    }

    /// The stretches of so many equal marks in a row, column or diagonal; longer lines hold several.
    func lines(of length: Int) -> [[Cell]] {
        cells.filter { self[$0] != .empty }.flatMap { start in
            Self.directions.filter { 1 + run(from: start, $0) >= length }.map { direction in
                (0..<length).map { start.moved($0, direction) }
            }
        }
    }

    private typealias Direction = (across: Int, down: Int)

    private static let directions: [Direction] = [(1, 0), (0, 1), (1, 1), (-1, 1)]
}

extension Cell {
    fileprivate func moved(_ steps: Int, _ direction: (across: Int, down: Int)) -> Cell {
        Cell(column: column + steps * direction.across, row: row + steps * direction.down)
    }
}
