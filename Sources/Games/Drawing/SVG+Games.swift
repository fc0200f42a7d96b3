import GameRules

/// Grids and shapes that several games draw.
extension SVG {
    /// The lines of a square grid: for each number a vertical one, and the horizontal one of that number.
    ///
    /// - Parameter inset: how far from the edges the lines end; negative, how far beyond them.
    static func grid(
        _ numbers: ClosedRange<Int>, from corner: Point, pitch: Double, side: Double, inset: Double = 0, _ style: Style
    ) -> [String] {
        numbers.flatMap { number in
            let step = Double(number) * pitch
            return [
                line(from: corner.moved(step, inset), to: corner.moved(step, side - inset), style),
                line(from: corner.moved(inset, step), to: corner.moved(side - inset, step), style),
            ]
        }
    }

    /// A square that stands on one of its corners.
    static func diamond(at center: Point, reach: Double, _ style: Style) -> String {
        let (up, down) = (center.moved(0, -reach), center.moved(0, reach))
        return polygon([up, center.moved(reach, 0), down, center.moved(-reach, 0)], style)
    }
}

extension SVG.Point {
    /// The point that is this far to the right and this far down.
    func moved(_ across: Double, _ down: Double) -> SVG.Point { SVG.Point(x + across, y + down) }

    /// The coordinates as a path's `d` attribute has them.
    var data: String { "\(SVG.number(x)) \(SVG.number(y))" }
}
