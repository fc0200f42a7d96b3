import Foundation

/// Elements of a picture; coordinates are those of ``Picture``.
///
/// Each function writes one element. What it does not know may be written by hand: elements are strings.
public enum SVG {
    /// A place in the drawing area.
    public struct Point: Hashable, Sendable {
        /// The distance from the left edge.
        public var x: Double
        /// The distance from the top.
        public var y: Double

        /// The place so far from the left edge and from the top.
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The paint of an element.
    public struct Style: Sendable {
        private var paint: String
        /// The attribute of its opacity. NB: that of a fill or a stroke alone costs little; with `opacity`, librsvg
        /// draws the element in a picture of its own first.
        private var opacityName: String
        private var opacity: String?

        fileprivate var attributes: String { opacity.map { "\(paint) \(opacityName)=\"\($0)\"" } ?? paint }

        private init(_ paint: String, opacityName: String) {
            self.paint = paint
            self.opacityName = opacityName
        }

        /// Filled with a colour or a gradient (`url(#id)`).
        public static func fill(_ paint: String) -> Style { Style(#"fill="\#(paint)""#, opacityName: "fill-opacity") }

        /// Drawn as a line with round ends.
        public static func stroke(_ paint: String, width: Double) -> Style {
            Style(
                #"fill="none" stroke="\#(paint)" stroke-width="\#(number(width))""#
                    + #" stroke-linecap="round" stroke-linejoin="round""#, opacityName: "stroke-opacity")
        }

        /// The same with the outline of another colour.
        public func outlined(_ paint: String, width: Double) -> Style {
            var style = adding(#" stroke="\#(paint)" stroke-width="\#(number(width))""#)
            style.opacityName = "opacity"
            return style
        }

        /// The same as a broken line.
        public func dashed(_ dash: Double, gap: Double) -> Style {
            adding(#" stroke-dasharray="\#(number(dash)) \#(number(gap))""#)
        }

        /// The same, partly transparent.
        public func opacity(_ share: Double) -> Style {
            var style = self
            style.opacity = number(share)
            return style
        }

        private func adding(_ attributes: String) -> Style {
            var style = self
            style.paint += attributes
            return style
        }
    }

    /// A circle.
    public static func circle(_ center: Point, radius: Double, _ style: Style) -> String {
        #"<circle cx="\#(number(center.x))" cy="\#(number(center.y))" r="\#(number(radius))" \#(style.attributes)/>"#
    }

    /// An ellipse with its axes along the edges.
    public static func ellipse(_ center: Point, radii: (x: Double, y: Double), _ style: Style) -> String {
        #"<ellipse cx="\#(number(center.x))" cy="\#(number(center.y))" rx="\#(number(radii.x))" "#
            + #"ry="\#(number(radii.y))" \#(style.attributes)/>"#
    }

    /// A straight line.
    public static func line(from start: Point, to end: Point, _ style: Style) -> String {
        path("M\(number(start.x)) \(number(start.y))L\(number(end.x)) \(number(end.y))", style)
    }

    /// A rectangle by its upper left corner; its corners may be rounded.
    public static func rectangle(
        _ corner: Point, size: (width: Double, height: Double), rounded radius: Double = 0, _ style: Style
    ) -> String {
        #"<rect x="\#(number(corner.x))" y="\#(number(corner.y))" width="\#(number(size.width))" "#
            + #"height="\#(number(size.height))" rx="\#(number(radius))" \#(style.attributes)/>"#
    }

    /// A path, in the language of the attribute `d`.
    public static func path(_ data: String, _ style: Style) -> String { #"<path d="\#(data)" \#(style.attributes)/>"# }

    /// A closed shape with straight sides.
    public static func polygon(_ points: [Point], _ style: Style) -> String {
        let list = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
        return #"<polygon points="\#(list)" \#(style.attributes)/>"#
    }

    /// Elements drawn around the origin, turned by degrees, scaled and put in their place.
    public static func place(
        _ elements: [String], at point: Point, turned degrees: Double = 0, scaled scale: Double = 1
    ) -> String {
        #"<g transform="\#(transform(to: point, turned: degrees, scaled: scale))">\#(elements.joined())</g>"#
    }

    /// A number as short as it may be: hundredths are finer than any pixel.
    public static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}

/// Paint that changes across an element, to be declared before it is used as `url(#id)`.
extension SVG {
    /// A colour of such paint: a literal is one that covers what is below.
    public struct Shade: Sendable, ExpressibleByStringLiteral {
        fileprivate let color: String
        fileprivate let opacity: Double

        /// A colour that lets some of what is below it through.
        public init(_ color: String, opacity: Double) {
            self.color = color
            self.opacity = opacity
        }

        /// A colour that covers what is below it.
        public init(stringLiteral color: String) { self.init(color, opacity: 1) }
    }

    /// Paint that changes from top to bottom, by its colours at shares of the way.
    public static func verticalGradient(_ id: String, _ shades: KeyValuePairs<Double, Shade>) -> String {
        #"<linearGradient id="\#(id)" x1="0" y1="0" x2="0" y2="1">\#(stops(shades))</linearGradient>"#
    }

    /// Paint that changes from a light at the upper left outwards, by its colours at shares of the way.
    public static func lightGradient(_ id: String, _ shades: KeyValuePairs<Double, Shade>) -> String {
        #"<radialGradient id="\#(id)" cx="0.36" cy="0.28" r="0.8">\#(stops(shades))</radialGradient>"#
    }

    private static func stops(_ shades: KeyValuePairs<Double, Shade>) -> String {
        shades.map { share, shade in
            #"<stop offset="\#(number(share))" stop-color="\#(shade.color)" stop-opacity="\#(number(shade.opacity))"/>"#
        }.joined()
    }

    /// Declares what later elements refer to.
    public static func definitions(_ elements: [String]) -> String { "<defs>\(elements.joined())</defs>" }
}

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
