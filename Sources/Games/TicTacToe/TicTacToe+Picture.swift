import GameRules

extension TicTacToe {
    func picture(of board: Board) -> Picture {
        Picture(background: "#FBF6EC", elements: highlights(of: board) + Self.grid + marks(of: board))
    }

    func places(on board: Board) -> [MovePlace] {
        board.rows.cells.map { MovePlace($0.rawValue, around: center($0), side: Self.cellSide) }
    }

    private static let cellSide = 250.0
    private static let corner = SVG.Point(75, 75)

    private static let grid = SVG.grid(
        1...2, from: corner, pitch: cellSide, side: 3 * cellSide, inset: 5, .stroke("#2B2D42", width: 14))

    /// A soft field behind the latest mark; behind a winning line, a band as of a marker pen.
    private func highlights(of board: Board) -> [String] {
        let lines = board.rows.lines(of: lineLength)
        guard lines.isEmpty else {
            return lines.map {
                SVG.line(from: center($0[0]), to: center($0[lineLength - 1]), .stroke("#FFE08A", width: 200))
            }
        }
        return board.last.map { [SVG.circle(center($0), radius: 116, .fill("#F1E7D3"))] } ?? []
    }

    private func marks(of board: Board) -> [String] {
        let winning = board.winning
        return board.rows.cells.flatMap { cell -> [String] in
            let opacity = winning.isEmpty || winning.contains(cell) ? 1 : 0.3
            return switch board.rows[cell] {
            case .empty: []
            case .x: cross(at: center(cell), .stroke("#E4572E", width: 42).opacity(opacity))
            case .o: [SVG.circle(center(cell), radius: 72, .stroke("#2274A5", width: 42).opacity(opacity))]
            }
        }
    }

    private func cross(at center: SVG.Point, _ style: SVG.Style) -> [String] {
        // One path, so that where it crosses itself nothing shows through when it is faint.
        let falling = "M\(center.moved(-66, -66).data)L\(center.moved(66, 66).data)"
        let rising = "M\(center.moved(66, -66).data)L\(center.moved(-66, 66).data)"
        return [SVG.path(falling + rising, style)]
    }

    private func center(_ cell: Cell) -> SVG.Point { cell.center(from: Self.corner, pitch: Self.cellSide) }
}
