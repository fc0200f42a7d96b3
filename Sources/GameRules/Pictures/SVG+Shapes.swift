import Foundation

extension SVG {
    /// A star of five points.
    static func star(at center: Point, radius: Double, _ style: Style) -> String {
        let corners = (0..<10).map { index in
            let reach = index.isMultiple(of: 2) ? radius : radius * 0.45
            let angle = Double(index) * .pi / 5 - .pi / 2
            return Point(center.x + reach * cos(angle), center.y + reach * sin(angle))
        }
        return polygon(corners, style)
    }

    /// Points spread evenly over a disc, like the seeds of a sunflower.
    static func seeds(_ count: Int, in center: Point, radius: Double) -> [Point] {
        (0..<count).map { index in
            let reach = radius * ((Double(index) + 0.5) / Double(count)).squareRoot()
            let angle = Double(index) * 2.399_963
            return Point(center.x + reach * cos(angle), center.y + reach * sin(angle))
        }
    }
}
