import GameRules

/// The looks of a seat: by colour and by sign, so that either alone tells it.
struct SeatLook {
    let seat: SeatIndex

    init(of seat: SeatIndex) { self.seat = seat }

    /// Source: Masataka Okabe and Kei Ito, "Color Universal Design" (2008), a palette for all kinds of colour vision.
    static let colors = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]

    /// The number of signs; the seats beyond have them again.
    static let signs = 6

    var color: String { Self.colors[seat.rawValue % Self.colors.count] }

    /// The sign, around the origin, for a field with sides of 100.
    func sign(_ style: SVG.Style) -> String {
        let origin = SVG.Point(0, 0)
        return switch seat.rawValue % Self.signs {
        case 0: SVG.circle(origin, radius: 23, style)
        case 1: SVG.rectangle(SVG.Point(-20, -20), size: (40, 40), rounded: 3, style)
        case 2: SVG.polygon([SVG.Point(0, -26), SVG.Point(26, 20), SVG.Point(-26, 20)], style)
        case 3: SVG.polygon([SVG.Point(0, -29), SVG.Point(22, 0), SVG.Point(0, 29), SVG.Point(-22, 0)], style)
        case 4: SVG.star(at: origin, radius: 30, style)
        default:
            SVG.path("M-9 -26H9V-9H26V9H9V26H-9V9H-26V-9H-9Z", style)
        }
    }
}
