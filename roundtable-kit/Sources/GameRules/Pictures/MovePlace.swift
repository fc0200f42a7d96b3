/// A rectangle of a picture that can be clicked to make a move, or a part of one.
///
/// A move is made by clicking one place after another: their names, joined, are its notation. In chess `e2` and `e4`
/// make `e2e4`; in four in a row a place named `4` is a whole move. Where names are only the beginning of legal moves,
/// the rest is chosen from a list: after `e7` and `e8` it is asked which piece the pawn becomes.
public struct MovePlace: Hashable, Sendable {
    /// A part of a move's notation.
    public let name: String
    /// The upper left corner, in the units of ``Picture``.
    public let corner: SVG.Point
    /// The width, in units.
    public let width: Double
    /// The height, in units.
    public let height: Double

    /// The place of a name, by its upper left corner and its size.
    public init(_ name: String, at corner: SVG.Point, size: (width: Double, height: Double)) {
        self.name = name
        self.corner = corner
        width = size.width
        height = size.height
    }

    /// The place of a name, by its centre: a square.
    public init(_ name: String, around center: SVG.Point, side: Double) {
        self.init(name, at: SVG.Point(center.x - side / 2, center.y - side / 2), size: (side, side))
    }
}

extension Picture {
    /// The picture with places on top: transparent rectangles, each with its name as `data-place`.
    public func with(_ places: [MovePlace]) -> String {
        guard !places.isEmpty else { return svg }
        let rectangles = places.map { place in
            #"<rect data-place="\#(place.name.escapedForXML)" x="\#(SVG.number(place.corner.x))" "#
                + #"y="\#(SVG.number(place.corner.y))" width="\#(SVG.number(place.width))" "#
                + #"height="\#(SVG.number(place.height))" fill="transparent"/>"#
        }
        return String(svg.dropLast(Self.end.count)) + rectangles.joined() + Self.end
    }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
