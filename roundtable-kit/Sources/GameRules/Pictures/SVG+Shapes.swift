import Foundation

extension SVG {
    /// A star of five points.
    public static func star(at center: Point, radius: Double, _ style: Style) -> String {
        let corners = (0..<10).map { index in
            let reach = index.isMultiple(of: 2) ? radius : radius * 0.45
            let angle = Double(index) * .pi / 5 - .pi / 2
            return Point(center.x + reach * cos(angle), center.y + reach * sin(angle))
        }
        return polygon(corners, style)
    }

    /// Points spread evenly over a disc, like the seeds of a sunflower whose first one lies in some direction.
    public static func seeds(_ count: Int, in center: Point, radius: Double, from start: Double) -> [Point] {
        (0..<count).map { index in
            let reach = radius * ((Double(index) + 0.5) / Double(count)).squareRoot()
            let angle = start + Double(index) * goldenAngle
            return Point(center.x + reach * cos(angle), center.y + reach * sin(angle))
        }
    }

    /// The part of a full turn, in radians, after which no two seeds lie in one direction.
    private static let goldenAngle = 2.399_963
}
