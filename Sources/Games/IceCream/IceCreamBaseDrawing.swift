import GameRules

/// The drawings of cones and cups.
enum IceCreamBaseDrawing {
    /// The outline of a part that is not chosen yet.
    static let ghost = SVG.Style.fill("#FFFFFF").outlined("#E58FAE", width: 6).dashed(18, gap: 14).opacity(0.75)

    static let outline = [SVG.path(cone, ghost)]

    /// Crossing grooves, to be laid over a cone.
    static let wafflePattern =
        #"<pattern id="waffle" width="46" height="46" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">"#
        + SVG.path("M0 0H46M0 0V46", .stroke("#5B2E0B", width: 7).opacity(0.4))
        + SVG.path("M0 6H46M6 0V46", .stroke("#FFFFFF", width: 3).opacity(0.28)) + "</pattern>"

    static func drawing(of base: IceCreamPart.Base) -> [String] {
        switch base {
        case .base01: sugarCone
        case .base02: cornet(color: "#E2A557", rim: "#D08F3F")
        case .base03: cornet(color: "#8A5330", rim: "#4A2413")
        case .base04: cup
        }
    }

    private static let cone = "M262 520H638L472 858Q450 890 428 858Z"

    /// The plain cone: smooth, with a collar of two steps.
    private static let sugarCone = [
        SVG.path("M300 600H600L488 850Q484 862 468 862H432Q416 862 412 850Z", .fill("#EDBE7C")),
        SVG.path("M300 600H600L488 850Q484 862 468 862H432Q416 862 412 850Z", .fill("url(#waffle)").opacity(0.55)),
        SVG.rectangle(SVG.Point(284, 574), size: (332, 44), rounded: 16, .fill("#DDA75C")),
        SVG.rectangle(SVG.Point(256, 506), size: (388, 84), rounded: 22, .fill("#F3CB8E")),
        SVG.path(
            stride(from: 292.0, through: 608, by: 35.1).map { "M\(SVG.number($0)) 520V576" }.joined(),
            .stroke("#C98F45", width: 7).opacity(0.6)),
        SVG.rectangle(SVG.Point(256, 506), size: (388, 60), rounded: 22, .fill("url(#shade)")),
    ]

    /// A rolled waffle with its grooves and a thick rim.
    private static func cornet(color: String, rim: String) -> [String] {
        [
            SVG.path(cone, .fill(color)),
            SVG.path(cone, .fill("url(#waffle)")),
            SVG.path("M262 520H638L610 578H290Z", .fill("url(#shade)")),
            SVG.path("M560 520H638L472 858Q461 874 450 873Z", .fill("#3B1A08").opacity(0.14)),
            SVG.rectangle(SVG.Point(246, 500), size: (408, 46), rounded: 23, .fill(rim)),
            SVG.rectangle(SVG.Point(262, 507), size: (376, 12), rounded: 6, .fill("#FFFFFF").opacity(0.3)),
        ]
    }

    /// A paper cup with stripes that narrow to its foot.
    private static let cup: [String] = {
        let stripes = stride(from: 0.0, to: 8, by: 2).map { index in
            let (top, foot) = (254 + index * 49, 304 + index * 36.5)
            return "M\(SVG.number(top)) 520H\(SVG.number(top + 49))L\(SVG.number(foot + 36.5)) 850H\(SVG.number(foot))Z"
        }
        let outline = "M254 520H646L596 850Q594 862 580 862H320Q306 862 304 850Z"
        return [
            SVG.path(outline, .fill("#FFFFFF")),
            SVG.path(stripes.joined(), .fill("#F2668B")),
            SVG.path("M254 520H646L638 574H262Z", .fill("url(#shade)")),
            SVG.path("M560 520H646L596 850Q594 862 580 862H540Z", .fill("#3B1A08").opacity(0.06)),
            SVG.rectangle(SVG.Point(238, 498), size: (424, 44), rounded: 22, .fill("#FFF6F0")),
            SVG.rectangle(SVG.Point(238, 526), size: (424, 16), rounded: 8, .fill("#E9B9C8").opacity(0.7)),
        ]
    }()
}
