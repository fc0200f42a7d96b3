import GameRules

extension IceCream {
    func picture(of board: Board) -> Picture {
        let toppings = IceCreamToppingsDrawing(toppings: board.toppings.map(\.part))
        return Picture(
            background: "url(#sky)",
            elements: Self.backdrop + toppings.behind + base(board.base) + scoops(board.scoops) + toppings.inFront)
    }

    /// Where the three scoops sit, in painting order, and how large they are.
    static let scoopPlaces: [(center: SVG.Point, radius: Double)] = [
        (SVG.Point(366, 479), 122), (SVG.Point(534, 479), 122), (SVG.Point(450, 335), 134),
    ]

    /// The light on anything round: painted over its colour.
    static let light = SVG.Style.fill("url(#light)")

    private static let backdrop = [
        SVG.definitions([
            SVG.lightGradient(
                "light",
                [
                    0: .init("#FFFFFF", opacity: 0.6), 0.45: .init("#FFFFFF", opacity: 0),
                    1: .init("#2A0A1E", opacity: 0.28),
                ]),
            SVG.verticalGradient("sky", [0: "#BDEBEF", 1: "#FDE3EC"]),
            SVG.verticalGradient(
                "shade", [0: .init("#3B1A08", opacity: 0.35), 1: .init("#3B1A08", opacity: 0)]),
            IceCreamBaseDrawing.wafflePattern,
        ]),
        SVG.circle(SVG.Point(450, 430), radius: 400, .fill("#FFFFFF").opacity(0.35)),
        SVG.circle(SVG.Point(450, 430), radius: 310, .fill("#FFFFFF").opacity(0.4)),
    ]

    private func base(_ base: IceCreamPart.Base?) -> [String] {
        base.map { IceCreamBaseDrawing.drawing(of: $0) } ?? IceCreamBaseDrawing.outline
    }

    private func scoops(_ scoops: IceCreamPart.Scoops?) -> [String] {
        // Where the three meet, something of theirs is behind them.
        let core = scoops.map { [SVG.circle(SVG.Point(450, 420), radius: 50, .fill($0.color))] } ?? []
        return core
            + Self.scoopPlaces.flatMap { place -> [String] in
                let shape = scoopShape(at: place.center, radius: place.radius)
                guard let scoops else { return [SVG.path(shape, IceCreamBaseDrawing.ghost)] }
                let shadow = scoopShape(at: place.center.moved(0, 12), radius: place.radius)
                return [
                    SVG.path(shadow, .fill("#5A2A3A").opacity(0.16)),
                    SVG.path(shape, .fill(scoops.color)),
                    SVG.path(shape, Self.light),
                ]
            }
    }

    /// A dome on a ruffled skirt.
    private func scoopShape(at center: SVG.Point, radius: Double) -> String {
        let bumps = 7
        let (half, hem) = (radius * 0.98, center.y + radius * 0.2)
        let bump = 2 * half / Double(bumps)
        let size = "\(SVG.number(radius)) \(SVG.number(radius))"
        let skirt = "a\(SVG.number(bump / 2)) \(SVG.number(bump * 0.62)) 0 0 1 \(SVG.number(-bump)) 0"
        return "M\(SVG.number(center.x - half)) \(SVG.number(hem))"
            + "A\(size) 0 1 1 \(SVG.number(center.x + half)) \(SVG.number(hem))"
            + String(repeating: skirt, count: bumps) + "Z"
    }
}

extension IceCreamPart.Scoops {
    fileprivate var color: String {
        switch self {
        case .scoops01: "#FFF0C9"
        case .scoops02: "#FFA9BE"
        case .scoops03: "#7B4630"
        case .scoops04: "#A9E5C4"
        case .scoops05: "#E0426F"
        case .scoops06: "#FFE866"
        case .scoops07: "#8E86D6"
        case .scoops08: "#BFD07A"
        case .scoops09: "#FFB347"
        case .scoops10: "#D9954A"
        }
    }
}
