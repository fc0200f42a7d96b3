/// A message's picture as SVG, drawn on a square of ``side`` units; no text in it, because Messages scales it.
///
/// About 20 units at the left and right edge may be cropped.
public struct Picture: Hashable, Sendable {
    /// The width and height of the drawing area, in units and in pixels of the finished PNG.
    public static let side = 900

    /// A whole SVG document.
    public let svg: String

    /// A picture of a background, a colour or a gradient (`url(#id)`) that some element declares, and SVG elements in
    /// painting order.
    public init(background: String, elements: [String]) {
        svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.side) \(Self.side)">\
            <rect width="\(Self.side)" height="\(Self.side)" fill="\(background)"/>\(elements.joined())\(Self.end)
            """
    }

    static let end = "</svg>"
}
