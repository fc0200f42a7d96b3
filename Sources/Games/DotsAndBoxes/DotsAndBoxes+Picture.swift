import GameRules

extension DotsAndBoxes {
    func picture(of board: DotsAndBoxesBoard) -> Picture { picture(of: board, outcome: nil) }

    /// Whoever won because the others went has a crown on their boxes, too; no line may be drawn any more.
    func picture(of board: DotsAndBoxesBoard, outcome: Outcome?) -> Picture {
        let best = board.position.isComplete ? board.position.best : []
        let winners = outcome?.kind == .won ? outcome?.winners ?? [] : best
        let drawing = DotsAndBoxesDrawing(board.position, winners: winners)
        return Picture(
            background: "url(#paper)",
            elements: Self.paper + drawing.boxes + (outcome == nil ? drawing.openLines : []) + drawing.drawnLines
                + drawing.dots + drawing.scale)
    }

    /// The lines that are not drawn.
    func places(on board: DotsAndBoxesBoard) -> [MovePlace] { DotsAndBoxesDrawing(board.position, winners: []).places }

    /// Squared paper, as of the exercise books in which the game is played.
    private static let paper: [String] = {
        let lines = SVG.grid(
            0...14, from: SVG.Point(30, 30), pitch: 60, side: 840, inset: -30,
            .stroke("#BFD4E6", width: 2).opacity(0.6))
        let light = SVG.lightGradient("paper", [0: "#FFFFFF", 0.6: "#FCF9F1", 1: "#EDE6D4"])
        return [SVG.definitions([light])] + lines
    }()
}

/// The parts of a picture of one board, whose measures follow from its size.
private struct DotsAndBoxesDrawing {
    let position: DotsAndBoxesPosition
    let winners: [SeatIndex]
    /// The distance between dots.
    let pitch: Double
    let corner: SVG.Point
    let lineWidth: Double

    init(_ position: DotsAndBoxesPosition, winners: [SeatIndex]) {
        self.position = position
        self.winners = winners
        let (columns, rows) = (Double(position.columns), Double(position.rows))
        pitch = min(740 / columns, 700 / rows, 320)
        corner = SVG.Point(450 - columns * pitch / 2, 408 - rows * pitch / 2)
        lineWidth = min(20, max(9, pitch * 0.1))
    }

    /// Each owned box in its owner's colour, with its owner's sign; in the end the winners' keep theirs.
    var boxes: [String] {
        position.owners.enumerated().flatMap { row, owners in
            owners.enumerated().flatMap { column, owner -> [String] in
                guard let owner else { return [] }
                let isFaint = !winners.isEmpty && !winners.contains(owner)
                let center = dot(row: Double(row) + 0.5, column: Double(column) + 0.5)
                let upper = center.moved(-pitch / 2, -pitch / 2)
                let look = SeatLook(of: owner)
                return [
                    SVG.rectangle(upper, size: (pitch, pitch), .fill(look.color).opacity(isFaint ? 0.22 : 0.88)),
                    SVG.place([look.sign(.fill(isFaint ? look.color : "#FFFFFF"))], at: center, scaled: pitch / 100),
                ] + (winners.contains(owner) ? [crown(at: center)] : [])
            }
        }
    }

    private func crown(at center: SVG.Point) -> String {
        SVG.circle(center, radius: pitch * 0.37, .stroke("#FFE08A", width: max(4, pitch * 0.05)))
    }

    var openLines: [String] {
        let style = SVG.Style.stroke("#8C98A8", width: max(3, lineWidth * 0.3)).dashed(1, gap: max(9, pitch * 0.09))
            .opacity(0.75)
        return [lines(position.openLines, style)]
    }

    /// Places on the lines that are not drawn yet: each without its ends, where lines meet.
    var places: [MovePlace] {
        let (length, width) = (pitch * 0.7, pitch * 0.4)
        return position.openLines.map { line in
            let start = dot(row: Double(line.row), column: Double(line.column))
            return line.direction == .horizontal
                ? MovePlace(
                    line.rawValue, at: start.moved((pitch - length) / 2, -width / 2), size: (length, width))
                : MovePlace(
                    line.rawValue, at: start.moved(-width / 2, (pitch - length) / 2), size: (width, length))
        }
    }

    /// The lines in the colours of those who drew them; the latest one glows and has a light core.
    var drawnLines: [String] {
        let last = position.drawn.last.map { [$0.edge] } ?? []
        let byDrawer = Dictionary(grouping: position.drawn, by: \.seat).sorted { $0.key < $1.key }
        return [lines(last, .stroke("#FFD23F", width: lineWidth * 2.3))]
            + byDrawer.map { seat, drawn in
                lines(drawn.map(\.edge), .stroke(SeatLook(of: seat).color, width: lineWidth))
            } + [lines(last, .stroke("#FFFFFF", width: lineWidth * 0.32))]
    }

    var dots: [String] {
        (0...position.rows).flatMap { row in
            (0...position.columns).map { column in
                let center = dot(row: Double(row), column: Double(column))
                return SVG.circle(center, radius: lineWidth * 0.85, .fill("#26313F"))
            }
        }
    }

    /// A bar below the board: how many of the boxes each seat has, with the seat's sign where there is room for it.
    var scale: [String] {
        let (left, size) = (SVG.Point(70, 806), (width: 760.0, height: 52.0))
        let total = Double(position.rows * position.columns)
        var start = left
        var parts = [SVG.rectangle(left, size: size, rounded: 10, .fill("#FFFFFF").opacity(0.9))]
        for (seat, score) in zip(0..., position.scores) where score > 0 {
            let (look, length) = (SeatLook(of: SeatIndex(seat)), size.width * Double(score) / total)
            parts.append(SVG.rectangle(start, size: (length, size.height), rounded: 10, .fill(look.color)))
            if length > 44 {
                let center = start.moved(length / 2, size.height / 2)
                parts.append(SVG.place([look.sign(.fill("#FFFFFF"))], at: center, scaled: 0.72))
            }
            start.x += length
        }
        return parts + [SVG.rectangle(left, size: size, rounded: 10, .stroke("#26313F", width: 5))]
    }

    private func lines(_ lines: [DotLine], _ style: SVG.Style) -> String {
        guard !lines.isEmpty else { return "" }
        let path = lines.map { line in
            let start = dot(row: Double(line.row), column: Double(line.column))
            return "M\(start.data)\(line.direction == .horizontal ? "h" : "v")\(SVG.number(pitch))"
        }
        return SVG.path(path.joined(), style)
    }

    private func dot(row: Double, column: Double) -> SVG.Point { corner.moved(column * pitch, row * pitch) }
}
