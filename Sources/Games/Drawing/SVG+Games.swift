import GameRules

/// Gradients, grids and shapes that several games draw.
extension SVG {
    /// Paint that changes from top to bottom, by its colours at shares of the way.
    static func verticalGradient(_ id: String, _ colors: KeyValuePairs<Double, String>) -> String {
        verticalGradient(id, colors.map { Stop(offset: $0, color: $1) })
    }

    /// Paint that changes from a light at the upper left outwards, by its colours at shares of the way.
    static func lightGradient(_ id: String, _ colors: KeyValuePairs<Double, String>) -> String {
        lightGradient(id, colors.map { Stop(offset: $0, color: $1) })
    }

    /// Lines of a square grid by their numbers: an upright one, and the level one of the same number.
    ///
    /// - Parameter inset: how far from the edges the lines end.
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
    /// The place so far to the right and further down.
    func moved(_ across: Double, _ down: Double) -> SVG.Point { SVG.Point(x + across, y + down) }

    /// The place as the data of a path have it.
    var data: String { "\(SVG.number(x)) \(SVG.number(y))" }
}
