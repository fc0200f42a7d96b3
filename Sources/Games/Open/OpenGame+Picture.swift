import Foundation
import GameRules

/// The picture of a game whose board only its app can draw: a flower in the app's colours with a petal for each
/// move, and the dice.
extension OpenGame {
    func picture(of board: OpenBoard) -> Picture {
        let colours = board.colours.isEmpty ? Self.usualColours : board.colours
        return Picture(
            background: "#F4EFE6",
            elements: Self.paints(colours) + petals(of: board, colours) + dice(board.rolled ?? [])
                + (board.outcome == nil ? [] : Self.end))
    }

    static let usualColours = ["#2F6FDE", "#E8734A", "#F2B632", "#3BA272", "#8B5CC7", "#D6457E"]
    private static let center = SVG.Point(450, 450)

    private static func paints(_ colours: [String]) -> [String] {
        [
            SVG.definitions([
                SVG.lightGradient("glow", [0: .init("#FFFFFF", opacity: 0.95), 1: .init("#FFFFFF", opacity: 0)])
            ]),
            SVG.circle(center, radius: 620, .fill(colours[0]).opacity(0.16)),
            SVG.circle(SVG.Point(250, 230), radius: 330, .fill(colours[1 % colours.count]).opacity(0.14)),
            SVG.circle(SVG.Point(690, 650), radius: 360, .fill(colours[2 % colours.count]).opacity(0.14)),
            SVG.circle(center, radius: 392, .fill("#FFFFFF").opacity(0.82)),
            SVG.circle(center, radius: 392, .stroke(colours[0], width: 10).opacity(0.5)),
        ]
    }

    /// A petal for each of the latest moves, from the middle outwards, in the colour and with the sign of who made it:
    /// an app's colours may be all alike.
    private func petals(of board: OpenBoard, _ colours: [String]) -> [String] {
        guard !board.movers.isEmpty else {
            return [SVG.circle(Self.center, radius: 34, .fill(colours[0]).opacity(0.35))]
        }
        let places = SVG.seeds(board.movers.count, in: Self.center, radius: 330, from: 0.6)
        let radius = min(64, 250 / Double(board.movers.count).squareRoot())
        return zip(places, board.movers).enumerated().flatMap { index, petal -> [String] in
            let (place, mover) = petal
            let isLast = index == board.movers.count - 1
            let colour = colours[mover.rawValue % colours.count]
            // Seats beyond the signs have rings round them, so that two with one sign differ.
            let rings = (0..<mover.rawValue / SeatLook.signs).map { ring in
                SVG.circle(
                    place, radius: radius * (0.55 + 0.1 * Double(ring)), .stroke("#FFFFFF", width: radius * 0.05))
            }
            let sign = SeatLook(of: mover).sign(.fill("#FFFFFF"))
            return [SVG.circle(place, radius: radius, .fill(colour).opacity(isLast ? 1 : 0.78))] + rings
                + [SVG.place([sign], at: place, scaled: radius / 62)]
                + (isLast ? [SVG.circle(place, radius: radius + 9, .stroke("#2B2B2B", width: 6))] : [])
        }
    }

    /// The dice in a row: pips for up to nine, else an arc as long as the number is high.
    private func dice(_ rolled: [Int]) -> [String] {
        guard !rolled.isEmpty else { return [] }
        let shown = rolled.prefix(6)
        let size = min(170.0, 700 / Double(shown.count) - 16)
        let left = 450 - (Double(shown.count) * (size + 16) - 16) / 2
        return shown.enumerated().flatMap { index, number -> [String] in
            let corner = SVG.Point(left + Double(index) * (size + 16), 450 - size / 2)
            return [
                SVG.rectangle(
                    corner.moved(5, 9), size: (size, size), rounded: size / 5, .fill("#000000").opacity(0.22)),
                SVG.rectangle(
                    corner, size: (size, size), rounded: size / 5, .fill("#FFFDF8").outlined("#3A3630", width: 5)),
            ] + face(number, at: corner.moved(size / 2, size / 2), size: size)
        }
    }

    private func face(_ number: Int, at center: SVG.Point, size: Double) -> [String] {
        guard (1...9).contains(number) else {
            let angle = Double(number % 60) / 60 * 2 * Double.pi
            let hand = center.moved(size * 0.3 * sin(angle), -size * 0.3 * cos(angle))
            return [
                SVG.circle(center, radius: size * 0.34, .stroke("#3A3630", width: 5)),
                SVG.line(from: center, to: hand, .stroke("#3A3630", width: 9)),
            ]
        }
        let pips: [(Double, Double)] = [(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)]
        let isOdd = !number.isMultiple(of: 2)
        return (Array(pips.prefix(number - (isOdd ? 1 : 0))) + (isOdd ? [(0, 0)] : [])).map { across, down in
            SVG.circle(
                center.moved(across * size * 0.27, down * size * 0.27), radius: size * 0.085, .fill("#2B2B2B"))
        }
    }

    private static let end = [
        SVG.circle(center, radius: 120, .fill("#FFFFFF").opacity(0.9)),
        SVG.star(at: center, radius: 104, .fill("#E3A008").outlined("#7A5200", width: 6)),
    ]
}
