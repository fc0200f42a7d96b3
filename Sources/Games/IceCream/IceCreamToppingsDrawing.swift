import GameRules

/// The drawings of toppings on the scoops that they lie on; what somebody adds once more gives more of it.
struct IceCreamToppingsDrawing {
    typealias Topping = IceCreamPart.Topping

    /// The toppings in order of commit.
    let toppings: [Topping]

    /// The toppings that lie on the scoops: sauces first, then what is strewn, then what crowns it.
    var inFront: [String] { sauces + strewn + leaves + cream + cherries }

    private func count(_ topping: Topping) -> Int { toppings.count { $0 == topping } }

    // MARK: Crown

    /// Wafers, which stick out from behind the scoops.
    var behind: [String] {
        zip([24.0, -26, 42], 0..<count(.topping05)).map { angle, _ in
            SVG.place(
                [
                    SVG.rectangle(SVG.Point(-30, -320), size: (60, 330), rounded: 14, .fill("#E9BC74")),
                    SVG.path("M-30 -250H30M-30 -180H30M-30 -110H30M0 -318V0", .stroke("#C08A3E", width: 6)),
                    SVG.rectangle(SVG.Point(-30, -320), size: (60, 62), rounded: 14, .fill("#6B3A22")),
                ], at: SVG.Point(450, 330), turned: angle)
        }
    }

    private var cream: [String] {
        guard count(.topping04) > 0 else { return [] }
        return [(0.0, 92.0, 38.0), (-32, 68, 31), (-58, 43, 25), (-80, 21, 18)].flatMap { rise, width, height in
            [SVG.Style.fill("#FFFDF8").outlined("#EADFD2", width: 4), IceCream.light.opacity(0.5)].map {
                SVG.ellipse(SVG.Point(450, 196 + rise), radii: (width, height), $0)
            }
        }
    }

    private var cherries: [String] {
        let height = count(.topping04) > 0 ? 96.0 : 156
        let places = [SVG.Point(450, height), SVG.Point(378, height + 48), SVG.Point(524, height + 46)]
        return zip(places, 0..<count(.topping02)).reversed().map { place, _ in
            SVG.place(
                [
                    SVG.path("M0 -20Q6 -54 38 -74", .stroke("#5C7F2B", width: 7)),
                    SVG.circle(SVG.Point(0, 0), radius: 36, .fill("#D3122F")),
                    SVG.circle(SVG.Point(0, 0), radius: 36, IceCream.light),
                    SVG.ellipse(SVG.Point(-12, -13), radii: (9, 6), .fill("#FFFFFF").opacity(0.8)),
                ], at: place)
        }
    }

    private var leaves: [String] {
        let leaf = [
            SVG.path("M0 0Q34 -46 0 -104Q-34 -46 0 0Z", .fill("#3FA45B").outlined("#2C7E43", width: 4)),
            SVG.path("M0 -8V-86", .stroke("#CDEFD3", width: 4).opacity(0.8)),
        ]
        return zip([(352.0, -38.0), (340, -74), (556, 44), (568, 78)], 0..<2 * count(.topping11)).map { place, _ in
            SVG.place(leaf, at: SVG.Point(place.0, 222), turned: place.1)
        }
    }

    // MARK: Sauces

    /// Each sauce once, the later ones smaller, so that the earlier ones show below.
    private var sauces: [String] {
        let colors: [Topping: String] = [.topping03: "#4A2210", .topping07: "#D92A4C", .topping10: "#C9751D"]
        let order = toppings.enumerated().filter { !toppings[..<$0].contains($1) }.compactMap { colors[$1] }
        let drip =
            "M-124 -6C-128 -90 -66 -134 0 -134C66 -134 128 -90 124 -6C124 24 92 22 90 -4C88 -26 62 -26 60 4V46"
            + "C60 76 22 76 22 46V10C20 -14 -6 -14 -8 8C-10 36 -44 36 -46 8C-48 -10 -68 -12 -70 8V22"
            + "C-72 50 -122 44 -124 -6Z"
        return order.enumerated().map { index, color in
            SVG.place(
                [
                    SVG.path(drip, .fill(color)),
                    SVG.path("M-84 -62Q-62 -102 -20 -114", .stroke("#FFFFFF", width: 12).opacity(0.55)),
                ], at: SVG.Point(450, 304 - Double(index) * 24), scaled: 1.03 - Double(index) * 0.18)
        }
    }

    // MARK: Strewn

    private var strewn: [String] {
        let kinds: [Topping] = [.topping01, .topping06, .topping08, .topping09, .topping12]
        return kinds.enumerated().flatMap { kind, topping -> [String] in
            guard count(topping) > 0 else { return [] }
            let onEach = min(4 + count(topping), 9)
            let places = IceCream.scoopPlaces.flatMap { center, radius in
                // Each kind begins in a direction of its own, so that few pieces hide one another.
                SVG.seeds(onEach, in: center, radius: radius * 0.8, from: Double(kind) * 1.26 + radius).map {
                    // A scoop shows little more than its upper half.
                    SVG.Point($0.x, center.y - radius * 0.25 + ($0.y - center.y) * 0.62)
                }
            }
            return places.enumerated().map { index, place in
                SVG.place(piece(of: topping, number: index), at: place, turned: Double(index * 67 % 360))
            }
        }
    }

    private func piece(of topping: Topping, number: Int) -> [String] {
        switch topping {
        case .topping01:
            let colors = ["#FF3D7F", "#FFC300", "#2EC4B6", "#3A86FF", "#8338EC", "#FFFFFF"]
            return [SVG.path("M-13 0H13", .stroke(colors[number % colors.count], width: 10))]
        case .topping06:
            return [
                SVG.ellipse(SVG.Point(0, 0), radii: (17, 13), .fill("#B9783B").outlined("#7A4A1E", width: 3)),
                SVG.path("M-8 -3Q0 -9 8 -3", .stroke("#F0CFA0", width: 4)),
            ]
        case .topping08:
            return [SVG.path("M-15 12Q-15 -2 0 -17Q15 -2 15 12Z", .fill("#3B1D10").outlined("#6B4632", width: 2))]
        case .topping09:
            let color = number.isMultiple(of: 2) ? "#FFFFFF" : "#FFD1E0"
            return [
                SVG.rectangle(
                    SVG.Point(-19, -15), size: (38, 30), rounded: 11, .fill(color).outlined("#E7B9C8", width: 3))
            ]
        case .topping12:
            return [SVG.star(at: SVG.Point(0, 0), radius: 21, .fill("#FFD23F").outlined("#E09F00", width: 3))]
        case .topping02, .topping03, .topping04, .topping05, .topping07, .topping10, .topping11: return []
        }
    }
}
