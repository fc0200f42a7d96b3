import GameRules

/// A die seen from above and a little from the front, around the origin.
struct DieDrawing {
    /// From 1 to 6.
    let face: Int

    /// The parts of all dice; to be declared once in a picture.
    static let shapes = [
        SVG.verticalGradient("ivory", [0: "#FFFFFF", 1: "#EFE6D2"]),
        SVG.verticalGradient("side", [0: "#D3C4A2", 1: "#A08C63"]),
        SVG.lightGradient("ink", [0: "#05070C", 1: "#3D4557"]),
        SVG.shape("die", body),
        SVG.shape(
            "pip",
            [
                SVG.circle(SVG.Point(0, 1.5), radius: 11.5, .fill("#FFFFFF")),
                SVG.circle(SVG.Point(0, 0), radius: 11, .fill("url(#ink)")),
            ]),
    ]

    var elements: [String] {
        [SVG.use("die", at: SVG.Point(0, 0))]
            + pips.map { SVG.use("pip", at: SVG.Point($0.x * 29, $0.y * 29), scaled: face == 1 ? 1.35 : 1) }
    }

    private static let body = [
        SVG.ellipse(SVG.Point(6, 66), radii: (66, 16), .fill("#000000").opacity(0.3)),
        SVG.rectangle(SVG.Point(-58, -46), size: (116, 118), rounded: 26, .fill("url(#side)")),
        SVG.rectangle(SVG.Point(-58, -58), size: (116, 116), rounded: 26, .fill("url(#ivory)")),
        SVG.rectangle(SVG.Point(-50, -51), size: (100, 100), rounded: 30, .stroke("#FFFFFF", width: 5).opacity(0.9)),
    ]

    private var pips: [SVG.Point] {
        let odd = face.isMultiple(of: 2) ? [] : [SVG.Point(0, 0)]
        let rising = face > 1 ? [SVG.Point(1, -1), SVG.Point(-1, 1)] : []
        let falling = face > 3 ? [SVG.Point(-1, -1), SVG.Point(1, 1)] : []
        let sides = face == 6 ? [SVG.Point(-1, 0), SVG.Point(1, 0)] : []
        return odd + rising + falling + sides
    }
}
