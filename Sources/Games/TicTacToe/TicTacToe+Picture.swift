import GameRules

extension TicTacToe {
    func picture(of board: Board) -> Picture {
        Picture(background: "#FBF6EC", elements: highlights(of: board) + Self.lines + marks(of: board))
    }

    func places(on board: Board) -> [MovePlace] {
        board.rows.cells.map { MovePlace($0.rawValue, around: center($0), side: Self.cellSide) }
    }

    private static let cellSide = 250.0
    private static let margin = 75.0

    private static var lines: [String] {
        let style = SVG.Style.stroke("#2B2D42", width: 14)
        return [1.0, 2.0].flatMap { index in
            let across = margin + index * cellSide
            let (near, far) = (margin + 5, margin + 3 * cellSide - 5)
            return [
                SVG.line(from: SVG.Point(across, near), to: SVG.Point(across, far), style),
                SVG.line(from: SVG.Point(near, across), to: SVG.Point(far, across), style),
            ]
        }
    }

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
        let (left, right) = (SVG.number(center.x - 66), SVG.number(center.x + 66))
        let (top, bottom) = (SVG.number(center.y - 66), SVG.number(center.y + 66))
        return [SVG.path("M\(left) \(top)L\(right) \(bottom)M\(right) \(top)L\(left) \(bottom)", style)]
    }

    private func center(_ cell: Cell) -> SVG.Point {
        cell.center(from: SVG.Point(Self.margin, Self.margin), pitch: Self.cellSide)
    }
}
