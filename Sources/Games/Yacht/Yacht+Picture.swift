import GameRules

extension Yacht {
    func picture(of board: YachtBoard) -> Picture { picture(of: board, outcome: nil) }

    func picture(of board: YachtBoard, outcome: Outcome?) -> Picture {
        let state = board.state
        let winners = outcome?.kind == .won ? outcome?.winners ?? [] : state.totals.leaders(among: state.finishers)
        let rolls = outcome == nil ? rolls(of: state) : []
        return Picture(
            background: "url(#sea)",
            elements: Self.paints + dice(of: state) + rolls
                + sheets(of: state, next: outcome == nil ? state.next : nil, winners: winners))
    }

    private static let paints = [
        SVG.definitions(
            [
                SVG.verticalGradient("sea", [0: "#2C86B8", 1: "#0C3552"]),
                SVG.lightGradient("gold", [0: "#FFE79A", 1: "#E39A12"]),
                SVG.verticalGradient("tray", [0: "#8B5A33", 1: "#5C3519"]),
                SVG.verticalGradient("cloth", [0: "#1D5B47", 1: "#2B7C61"]),
            ] + DieDrawing.shapes),
        SVG.rectangle(SVG.Point(36, 62), size: (828, 330), rounded: 46, .fill("#000000").opacity(0.25)),
        SVG.rectangle(SVG.Point(36, 50), size: (828, 330), rounded: 46, .fill("url(#tray)")),
        SVG.rectangle(SVG.Point(62, 76), size: (776, 278), rounded: 30, .fill("url(#cloth)")),
    ]

    // MARK: Dice

    /// The dice in the tray, those kept on gold and below the others; between two turns, those that were entered last.
    private func dice(of state: YachtState) -> [String] {
        if state.dice.isEmpty {
            guard let entered = state.latest?.dice, !entered.isEmpty else { return [Self.boat] }
            return zip(entered, Self.places).map { SVG.place(DieDrawing(face: $0).elements, at: SVG.Point($1, 214)) }
        }
        return zip(state.dice, Self.places).enumerated().flatMap { index, die -> [String] in
            let isKept = state.kept.contains(index)
            let place = SVG.Point(die.1, isKept ? 222 : 174)
            return (isKept ? [Self.hold(at: place)] : [])
                + [SVG.place(DieDrawing(face: die.0).elements, at: place, turned: isKept ? 0 : Self.turns[index])]
        }
    }

    /// Where the dice are, from left to right, and how they lie.
    private static let places = [146.0, 298, 450, 602, 754]
    private static let turns = [-7.0, 5, -3, 8, -5]

    /// A yacht under sail, before any dice are rolled.
    private static let boat = SVG.place(
        [
            SVG.path("M-150 66Q-75 40 0 66T150 66", .stroke("#BFE9DA", width: 8).opacity(0.5)),
            SVG.path("M8 -106C66 -70 86 -20 84 24H8Z", .fill("#FFFFFF")),
            SVG.path("M-6 -84C-30 -40 -60 0 -76 24H-6Z", .fill("#FFD56B")),
            SVG.line(from: SVG.Point(0, -112), to: SVG.Point(0, 36), .stroke("#5C3519", width: 8)),
            SVG.path(
                "M-96 36H104C92 64 74 76 50 76H-52C-74 76 -88 62 -96 36Z",
                .fill("#E4572E").outlined("#8E2C12", width: 4)),
        ], at: SVG.Point(450, 216))

    private static func hold(at place: SVG.Point) -> String {
        SVG.rectangle(place.moved(-72, -70), size: (144, 152), rounded: 34, .fill("url(#gold)"))
    }

    private func rolls(of state: YachtState) -> [String] {
        (0..<YachtState.rollsPerTurn).map { index in
            let place = SVG.Point(402 + 48 * Double(index), 334)
            return index < state.rollsLeft
                ? SVG.circle(place, radius: 15, .fill("url(#gold)"))
                : SVG.circle(place, radius: 13, .stroke("#FFFFFF", width: 4).opacity(0.45))
        }
    }

    // MARK: Scores, above what words stand over the picture's lower edge

    /// - Parameter next: whose turn it is; nil once it is over.
    private func sheets(of state: YachtState, next: SeatIndex?, winners: [SeatIndex]) -> [String] {
        let width = 800 / Double(max(state.sheets.count, 2))
        let start = 450 - width * Double(state.sheets.count) / 2
        let totals = state.totals
        let most = Double(max(totals.max() ?? 0, 60))
        return state.sheets.indices.flatMap { seat -> [String] in
            let (x, width) = (start + width * (Double(seat) + 0.5), min(width - 14, 150))
            let light: Light =
                next?.rawValue == seat
                ? .next : winners.contains(SeatIndex(seat)) ? .winner : next == nil ? .faint : .usual
            return column(of: seat, at: x, width: width, rise: Double(totals[seat]) / most, in: light)
                + lights(of: seat, at: x, width: width, on: state)
        }
    }

    private enum Light { case usual, next, winner, faint }

    /// A seat's points as a bar over the twelve lights of its sheet.
    private func column(of seat: Int, at x: Double, width: Double, rise: Double, in light: Light) -> [String] {
        let (floor, height) = (676.0, 208.0)
        let rise = max(height * rise, 10)
        let isGolden = light == .next || light == .winner
        let bar = SVG.Point(x - width / 2, floor - rise)
        let trough = SVG.rectangle(
            SVG.Point(x - width / 2, floor - height), size: (width, height), rounded: 14,
            .fill("#FFFFFF").opacity(light == .next ? 0.26 : 0.1))
        let points = SVG.rectangle(
            bar, size: (width, rise), rounded: min(14, rise / 2),
            .fill(isGolden ? "url(#gold)" : Self.colors[seat % Self.colors.count])
                .opacity(light == .faint ? 0.55 : 1))
        return [trough, points] + (light == .winner ? Self.medal(at: SVG.Point(x, floor - rise + 20)) : [])
            + (light == .next ? [Self.pointer(at: SVG.Point(x, floor - height - 18))] : [])
    }

    /// Two rows of six lights: lit where a category is filled, golden the latest, hollow where it is open.
    private func lights(of seat: Int, at x: Double, width: Double, on state: YachtState) -> [String] {
        let pitch = width / 6
        let latest = state.latest?.seat == SeatIndex(seat) ? state.latest?.category : nil
        return zip(YachtCategory.allCases, state.sheets[seat]).enumerated().map { index, entry in
            let place = SVG.Point(
                x - width / 2 + pitch * (Double(index % 6) + 0.5), 703 + Double(index / 6) * max(pitch, 18))
            let radius = min(pitch * 0.36, 8)
            if entry.0 == latest { return SVG.circle(place, radius: radius * 1.35, .fill("url(#gold)")) }
            return entry.1 == nil
                ? SVG.circle(place, radius: radius, .stroke("#FFFFFF", width: 2).opacity(0.5))
                : SVG.circle(place, radius: radius, .fill("#FFFFFF"))
        }
    }

    private static func pointer(at place: SVG.Point) -> String {
        let arrow = SVG.path("M0 24L-24 -16Q0 -6 24 -16Z", .fill("url(#gold)").outlined("#7A4B00", width: 4))
        return SVG.place([arrow], at: place)
    }

    private static func medal(at place: SVG.Point) -> [String] {
        [
            SVG.circle(place, radius: 50, .fill("#7A4B00").opacity(0.4)),
            SVG.circle(place, radius: 46, .fill("url(#gold)").outlined("#FFFFFF", width: 5)),
            SVG.star(at: place, radius: 32, .fill("#FFFFFF")),
        ]
    }

    private static let colors = [
        "#6FC3DF", "#F28F79", "#9ED18B", "#C8A2E8", "#F3C5D8", "#7FD1C0", "#E6E1C5", "#A9B8F0",
    ]
}
