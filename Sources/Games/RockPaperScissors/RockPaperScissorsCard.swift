import GameRules

/// One card on the table.
struct RockPaperScissorsCard {
    let center: SVG.Point
    let width: Double

    /// The height of a card beyond its width, its meter included.
    static let ratio = 1.22

    private var side: Double { width }
    private var left: Double { center.x - width / 2 }
    private var top: Double { center.y - width * Self.ratio / 2 }
    private var middle: SVG.Point { SVG.Point(center.x, top + side / 2) }

    /// Paints that the elements refer to, and the table.
    static let paints = [
        SVG.definitions([
            SVG.lightGradient("table", [0: "#2F8F8B", 1: "#123F4A"]),
            SVG.verticalGradient("back", [0: "#5B6CFF", 1: "#2B2F9E"]),
            SVG.lightGradient("stone", [0: "#C9CED6", 1: "#5C6673"]),
            SVG.verticalGradient("sheet", [0: "#FFFFFF", 1: "#D7E6FA"]),
            SVG.verticalGradient("steel", [0: "#F5F8FA", 1: "#93A3B1"]),
        ])
    ]

    /// The card open; nothing on it for a seat that sat the round out.
    func face(_ choice: RockPaperScissorsChoice?, isBest: Bool, isFaint: Bool) -> [String] {
        guard let choice else { return outline }
        let paper =
            switch choice {
            case .rock: "#FBEFD9"
            case .paper: "#CFE4FF"
            case .scissors: "#FFD9DC"
            }
        let object = SVG.place(choice.elements, at: middle, scaled: side / 120)
        let card = [shadow, panel(.fill(paper)), object]
        guard isBest else { return isFaint ? card + [panel(SVG.Style.fill("#123F4A").opacity(0.55))] : card }
        return card + [panel(.stroke("#FFD34E", width: side * 0.045)), badge]
    }

    /// The card face down: the same whatever was chosen.
    var back: [String] {
        let tick = side * 0.13
        let check =
            "M\(middle.moved(-tick, 0).data)L\(middle.moved(-tick * 0.25, tick * 0.75).data)"
            + "L\(middle.moved(tick, -tick * 0.75).data)"
        let inset = side * 0.08
        return [
            shadow, panel(.fill("url(#back)")),
            SVG.rectangle(
                SVG.Point(left + inset, top + inset), size: (side - 2 * inset, side - 2 * inset), rounded: side * 0.06,
                .stroke("#AEB8FF", width: side * 0.02)),
            SVG.diamond(at: middle, reach: side * 0.34, .fill("#8592FF")),
            SVG.diamond(at: middle, reach: side * 0.26, .fill("#3A41BD")),
            SVG.path(check, .stroke("#FFFFFF", width: side * 0.065)),
        ]
    }

    /// An empty place, where somebody is waited for.
    var outline: [String] {
        let dots = [-1.0, 0, 1].map { step in
            SVG.circle(middle.moved(step * side * 0.14, 0), radius: side * 0.035, .fill("#9CCBC7"))
        }
        return place + dots
    }

    /// An empty place.
    var place: [String] {
        [
            panel(SVG.Style.fill("#0D3640").opacity(0.35)),
            panel(SVG.Style.stroke("#9CCBC7", width: side * 0.022).dashed(side * 0.07, gap: side * 0.06)),
        ]
    }

    /// The points below the card, as a share of the most; nothing for nil.
    func meter(share: Double?) -> [String] {
        guard let share else { return [] }
        let size = (width: width * 0.92, height: width * 0.075)
        let corner = SVG.Point(center.x - size.width / 2, top + width * 1.09)
        let track = SVG.rectangle(corner, size: size, rounded: size.height / 2, .fill("#0A2D36").opacity(0.7))
        guard share > 0 else { return [track] }
        let filled = max(size.height, size.width * share)
        return [track, SVG.rectangle(corner, size: (filled, size.height), rounded: size.height / 2, .fill("#FFD34E"))]
    }

    /// A winner's crown on the upper edge of the card.
    var crown: [String] {
        let (reach, height) = (side * 0.2, side * 0.2)
        let base = top + height * 0.55
        let points = [(-1.0, 0.0), (-1.1, -0.85), (-0.5, -0.4), (0, -1.1), (0.5, -0.4), (1.1, -0.85), (1, 0)]
            .map { SVG.Point(center.x + $0 * reach, base + $1 * height) }
        return [SVG.polygon(points, .fill("#FFD34E").outlined("#8A5A00", width: side * 0.02))]
    }

    /// A ring and an equals sign: nobody has won.
    var draw: [String] {
        let center = SVG.Point(left + side * 0.84, top + side * 0.84)
        let (near, far) = (SVG.number(center.x - side * 0.06), SVG.number(side * 0.12))
        let (upper, lower) = (SVG.number(center.y - side * 0.035), SVG.number(center.y + side * 0.035))
        return [
            panel(.stroke("#DDE9EE", width: side * 0.045)),
            SVG.circle(center, radius: side * 0.13, .fill("#DDE9EE").outlined("#3E5560", width: side * 0.018)),
            SVG.path("M\(near) \(upper)h\(far)M\(near) \(lower)h\(far)", .stroke("#3E5560", width: side * 0.03)),
        ]
    }

    /// A star in the corner of a card that did best.
    private var badge: String {
        SVG.star(
            at: SVG.Point(left + side * 0.86, top + side * 0.86), radius: side * 0.15,
            SVG.Style.fill("#FFD34E").outlined("#8A5A00", width: side * 0.018))
    }

    private var shadow: String {
        SVG.rectangle(
            SVG.Point(left, top + side * 0.03), size: (side, side), rounded: side * 0.1,
            SVG.Style.fill("#04181D").opacity(0.45))
    }

    private func panel(_ style: SVG.Style) -> String {
        SVG.rectangle(SVG.Point(left, top), size: (side, side), rounded: side * 0.1, style)
    }
}

extension RockPaperScissorsChoice {
    /// The object around the origin, about 90 units wide.
    fileprivate var elements: [String] {
        switch self {
        case .rock: Self.rockElements
        case .paper: Self.paperElements
        case .scissors: Self.scissorsElements
        }
    }

    private static let rockElements = [
        SVG.ellipse(SVG.Point(0, 34), radii: (42, 7), .fill("#5A4630").opacity(0.25)),
        SVG.polygon(
            [(-42, 18), (-36, -12), (-14, -34), (16, -36), (38, -14), (44, 16), (28, 34), (-24, 36)].map(point),
            SVG.Style.fill("url(#stone)").outlined("#3E4650", width: 3.5)),
        SVG.polygon([(-14, -34), (16, -36), (6, -10), (-18, -6)].map(point), .fill("#FFFFFF").opacity(0.35)),
        SVG.polygon([(6, -10), (38, -14), (44, 16), (14, 16)].map(point), .fill("#2B333D").opacity(0.25)),
        SVG.polygon([(-18, -6), (6, -10), (14, 16), (-24, 36)].map(point), .fill("#2B333D").opacity(0.1)),
    ]

    private static let paperElements = [
        SVG.path("M-30 -40H14L32 -22V42H-30Z", .fill("#2A4A78").opacity(0.25)),
        SVG.path("M-32 -44H12L30 -26V38H-32Z", .fill("url(#sheet)").outlined("#2F5D9B", width: 3.5)),
        SVG.path("M12 -44V-26H30Z", .fill("#9FC0EC").outlined("#2F5D9B", width: 3.5)),
        SVG.path("M-20 -22H2M-20 -7H18M-20 8H18M-20 23H8", .stroke("#5F8FCB", width: 4.5)),
    ]

    private static let scissorsElements = [
        SVG.path("M14 16L-26 -44Q-14 -46 -6 -32L22 10Z", .fill("url(#steel)").outlined("#3E4650", width: 3)),
        SVG.path("M-14 16L26 -44Q14 -46 6 -32L-22 10Z", .fill("url(#steel)").outlined("#3E4650", width: 3)),
        SVG.circle(SVG.Point(-22, 28), radius: 13, .stroke("#D8263C", width: 9)),
        SVG.circle(SVG.Point(22, 28), radius: 13, .stroke("#D8263C", width: 9)),
        SVG.circle(SVG.Point(0, -2), radius: 4.5, .fill("#3E4650")),
    ]

    private static func point(_ x: Double, _ y: Double) -> SVG.Point { SVG.Point(x, y) }
}
