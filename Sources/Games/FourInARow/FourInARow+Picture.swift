import GameRules

extension FourInARow {
    func picture(of board: Board) -> Picture {
        Picture(background: "url(#sky)", elements: Self.paints + Self.rack + holes(of: board))
    }

    func places(on board: Board) -> [MovePlace] {
        (1...7).map { column in
            let left = Self.corner.x + Double(column - 1) * Self.pitch
            return MovePlace("\(column)", at: SVG.Point(left, 72), size: (Self.pitch, 692))
        }
    }

    private static let pitch = 108.0
    private static let corner = SVG.Point(72, 94)

    private static let paints = [
        SVG.definitions([
            SVG.verticalGradient("sky", [0: "#F6FAFE", 1: "#D5E5F5"]),
            SVG.verticalGradient("rack", [0: "#3A7BEA", 1: "#1D4FBC"]),
            SVG.verticalGradient("hole", [0: "#B9CDE8", 1: "#EFF5FC"]),
            SVG.lightGradient("red", [0: "#FF6B61", 1: "#CC1F2B"]),
            SVG.lightGradient("yellow", [0: "#FFE36B", 1: "#F2A900"]),
        ])
    ]

    /// The blue frame on its two feet.
    private static let rack = [
        SVG.ellipse(SVG.Point(450, 838), radii: (400, 22), .fill("#9DB6D4").opacity(0.55)),
        SVG.rectangle(SVG.Point(84, 700), size: (70, 138), rounded: 24, .fill("#1A46A8")),
        SVG.rectangle(SVG.Point(746, 700), size: (70, 138), rounded: 24, .fill("#1A46A8")),
        SVG.rectangle(SVG.Point(48, 80), size: (804, 696), rounded: 48, .fill("#1A46A8")),
        SVG.rectangle(SVG.Point(48, 72), size: (804, 692), rounded: 48, .fill("url(#rack)")),
    ]

    private func holes(of board: Board) -> [String] {
        let winning = board.winning
        return board.rows.cells.flatMap { cell -> [String] in
            let center = center(cell)
            let rim = SVG.circle(center, radius: 48, .fill("#1B4AB0"))
            let hole = [rim, SVG.circle(center, radius: 43, .fill("url(#hole)"))]
            guard let seat = board.rows[cell].seat else { return hole }
            let isFaint = !winning.isEmpty && !winning.contains(cell)
            return hole + disc(of: seat, at: center, opacity: isFaint ? 0.4 : 1)
                + mark(on: cell, at: center, of: board, isWinning: winning.contains(cell))
        }
    }

    private func disc(of seat: SeatIndex, at center: SVG.Point, opacity: Double) -> [String] {
        let (paint, groove) = seat == 0 ? ("url(#red)", "#B01722") : ("url(#yellow)", "#D99000")
        return [
            SVG.circle(center, radius: 45, .fill(paint).opacity(opacity)),
            SVG.circle(center, radius: 31, .stroke(groove, width: 4).opacity(0.55 * opacity)),
        ]
    }

    /// Winning discs wear a ring and a star, the latest one a dot; once somebody has won the others step back.
    private func mark(on cell: Cell, at center: SVG.Point, of board: Board, isWinning: Bool) -> [String] {
        if isWinning {
            return [
                SVG.circle(center, radius: 44, .stroke("#FFFFFF", width: 9)),
                SVG.star(at: center, radius: 24, .fill("#FFFFFF")),
            ]
        }
        return cell == board.last ? [SVG.circle(center, radius: 13, .fill("#FFFFFF"))] : []
    }

    private func center(_ cell: Cell) -> SVG.Point { cell.center(from: Self.corner, pitch: Self.pitch) }
}
