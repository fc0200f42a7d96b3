/// Elements that are written once and drawn in many places, such as the pieces of a game.
extension SVG {
    /// Elements under one name, to be declared with ``definitions(_:)`` and drawn with ``use(_:at:turned:scaled:)``.
    public static func shape(_ id: String, _ elements: [String]) -> String {
        #"<g id="\#(id)">\#(elements.joined())</g>"#
    }

    /// A declared shape with its origin at a point, turned by degrees and scaled.
    public static func use(
        _ id: String, at point: Point, turned degrees: Double = 0, scaled scale: Double = 1
    ) -> String {
        ##"<use href="#\##(id)" transform="\##(transform(to: point, turned: degrees, scaled: scale))"/>"##
    }

    /// The attribute that puts what is drawn around the origin in its place, without what changes nothing.
    static func transform(to point: Point, turned degrees: Double, scaled scale: Double) -> String {
        var transform = "translate(\(number(point.x)) \(number(point.y)))"
        if degrees != 0 { transform += " rotate(\(number(degrees)))" }
        if scale != 1 { transform += " scale(\(number(scale)))" }
        return transform
    }
}
