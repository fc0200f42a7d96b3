import GameRules

extension Reversi {
    func picture(of board: ReversiBoard) -> Picture { picture(of: board, outcome: nil) }

    func picture(of board: ReversiBoard, outcome: Outcome?) -> Picture {
        let position = board.position
        let scores = position.scores
        let best = position.isOver ? scores.leaders(among: [0, 1]) : []
        let winners = outcome?.kind == .won ? outcome?.winners ?? [] : best
        return Picture(
            background: "url(#wood)",
            elements: Self.paints + Self.felt + discs(of: position, isOver: outcome != nil, winners: winners)
                + scale(of: scores))
    }

    func places(on board: ReversiBoard) -> [MovePlace] {
        board.position.discs.grid.cells.map { MovePlace($0.rawValue, around: center($0), side: Self.pitch) }
    }

    private static let pitch = 94.0
    private static let corner = SVG.Point(74, 42)
    private static let side = pitch * 8
    private static let gold = "#FFC42E"

    private static let paints = [
        SVG.definitions([
            SVG.verticalGradient("wood", [0: "#8A5A30", 1: "#4C2E16"]),
            SVG.lightGradient("felt", [0: "#2FA36B", 1: "#11693F"]),
            SVG.lightGradient("black", [0: "#6B7480", 0.5: "#22272E", 1: "#07090C"]),
            SVG.lightGradient("white", [0: "#FFFFFF", 0.6: "#F3F1EA", 1: "#C9C5B8"]),
        ])
    ]

    /// The green cloth in its frame, with its lines and the four dots that help to find one's way.
    private static let felt: [String] = {
        let line = SVG.Style.stroke("#0B4A2C", width: 3.5).opacity(0.85)
        let dots = [(2.0, 2.0), (2, 6), (6, 2), (6, 6)].map { column, row in
            SVG.circle(corner.moved(column * pitch, row * pitch), radius: 9, .fill("#0B4A2C"))
        }
        return [
            SVG.rectangle(
                corner.moved(-18, -18), size: (side + 36, side + 36), rounded: 22, .fill("#2B190B").opacity(0.7)),
            SVG.rectangle(corner.moved(-8, -8), size: (side + 16, side + 16), rounded: 8, .fill("url(#felt)")),
        ] + SVG.grid(0...8, from: corner, pitch: pitch, side: side, line) + dots
    }()

    /// Once it is over, the winner's discs wear a golden ring and the others step back; in a draw all wear it.
    private func discs(of position: ReversiPosition, isOver: Bool, winners: [SeatIndex]) -> [String] {
        let grid = position.discs.grid
        return grid.cells.flatMap { cell -> [String] in
            guard let seat = grid[cell].seat else { return [] }
            let center = center(cell)
            let isFaint = isOver && !winners.contains(seat)
            return disc(of: seat, at: center, opacity: isFaint ? 0.5 : 1)
                + (winners.contains(seat) ? [SVG.circle(center, radius: 30, .stroke(Self.gold, width: 6))] : [])
                + mark(on: cell, of: seat, at: center, position, isOver: isOver)
        }
    }

    /// A disc of two layers, for its other side has the other colour.
    private func disc(of seat: SeatIndex, at center: SVG.Point, opacity: Double) -> [String] {
        let (paint, below, rim) =
            seat == 0 ? ("url(#black)", "#DEDACD", "#8B95A1") : ("url(#white)", "#1B1F25", "#FFFFFF")
        return [
            SVG.ellipse(center.moved(4, 11), radii: (41, 39), .fill("#04220F").opacity(0.45 * opacity)),
            SVG.circle(center.moved(0, 5), radius: 40, .fill(below).opacity(opacity)),
            SVG.circle(center, radius: 40, .fill(paint).opacity(opacity)),
            SVG.circle(center, radius: 36, .stroke(rim, width: 2).opacity(0.5 * opacity)),
        ]
    }

    /// The latest disc has a golden spot, those that it flipped a golden arc as of turning.
    private func mark(
        on cell: Cell, of seat: SeatIndex, at center: SVG.Point, _ position: ReversiPosition, isOver: Bool
    ) -> [String] {
        if cell == position.last {
            return [
                SVG.circle(center, radius: 19, .fill(Self.gold).outlined(seat == 0 ? "#FFFFFF" : "#22272E", width: 4))
            ]
        }
        guard position.flipped.contains(cell), !isOver else { return [] }
        let turn = "M-20 -8A21.5 21.5 0 0 1 20 -8M20 8A21.5 21.5 0 0 1 -20 8"
        return [SVG.place([SVG.path(turn, .stroke(seat == 0 ? Self.gold : "#C27C00", width: 7))], at: center)]
    }

    /// The number of discs that each side has, as two parts of a bar below the board.
    private func scale(of scores: [Int]) -> [String] {
        let left = Self.corner.moved(-8, Self.side + 36)
        let (width, height) = (Self.side + 16, 30.0)
        let black = width * Double(scores[0]) / Double(scores[0] + scores[1])
        return [
            SVG.rectangle(left, size: (width, height), rounded: 15, .fill("#F3F1EA")),
            black > 0
                ? SVG.rectangle(left, size: (max(black, height), height), rounded: 15, .fill("#14171B")) : "",
            SVG.rectangle(left, size: (width, height), rounded: 15, .stroke("#2B190B", width: 5)),
            SVG.line(
                from: left.moved(width / 2, -6), to: left.moved(width / 2, height + 6), .stroke(Self.gold, width: 5)),
        ]
    }

    private func center(_ cell: Cell) -> SVG.Point { cell.center(from: Self.corner, pitch: Self.pitch) }
}
