import Foundation
import GameRules

extension CrazyEights {
    func picture(of board: CrazyEightsBoard) -> Picture { picture(of: board, outcome: nil) }

    func picture(of board: CrazyEightsBoard, outcome: Outcome?) -> Picture {
        let scene = board.top.map { table(of: board, top: $0, outcome: outcome) } ?? Self.overture
        return Picture(background: "url(#felt)", elements: Self.paints + scene)
    }

    /// The reader's cards. An eight is the beginning of a move: a suit comes after it.
    func places(on board: CrazyEightsBoard) -> [MovePlace] {
        let cards = board.hand?.list ?? []
        return zip(cards, HandLayout(count: cards.count).places).map { card, place in
            MovePlace(card.rawValue, at: place.corner, size: (place.width, HandLayout.height))
        }
    }

    /// The cards that a reader has, face up along the lower edge.
    private func hand(of cards: [Card]) -> [String] {
        zip(cards, HandLayout(count: cards.count).places).flatMap { card, place in
            let center = place.corner.moved(HandLayout.width / 2, HandLayout.height / 2)
            return Self.card(CardDrawing(card: card).face, at: center, scaled: HandLayout.scale)
        }
    }

    private static let paints = [
        SVG.definitions(
            [
                SVG.lightGradient("felt", [0: "#2E9B63", 1: "#0E4B2E"]),
                SVG.lightGradient("gold", [0: "#FFE79A", 1: "#E39A12"]),
            ] + CardDrawing.shapes),
        SVG.circle(middle, radius: 424, .stroke("#FFFFFF", width: 5).opacity(0.1)),
    ]

    private static let middle = SVG.Point(450, 450)

    /// Before the cards are dealt: the four eights.
    private static let overture = zip([Card.Suit.clubs, .diamonds, .spades, .hearts], 0..<4).flatMap { suit, index in
        let angle = -30 + 20 * Double(index)
        let place = point(from: SVG.Point(450, 860), distance: 430, at: angle - 90)
        return card(CardDrawing(card: Card(.eight, of: suit)).face, at: place, turned: angle, scaled: 1.02)
    }

    private func table(of board: CrazyEightsBoard, top: Card, outcome: Outcome?) -> [String] {
        let winner = outcome?.winners.first
        let next = outcome == nil ? board.next : nil
        let seats = board.counts.indices.map { SeatIndex($0) }
        func place(_ seat: SeatIndex) -> [String] {
            self.place(of: seat, on: board, isNext: seat == next, isWinner: seat == winner)
        }
        // The reader's hand lies over what is behind it, and under the mark of whose turn it is.
        return direction(isReversed: board.isReversed) + stock(of: board.stock) + pile(top: top, of: board)
            + seats.filter { $0 != board.reader }.flatMap(place) + hand(of: board.hand?.list ?? [])
            + seats.filter { $0 == board.reader }.flatMap(place) + wish(of: board, top: top)
            + (winner == nil ? [] : Self.confetti)
    }

    // MARK: The middle

    /// Two arrows around the cards, the way that play goes.
    private func direction(isReversed: Bool) -> [String] {
        let style = SVG.Style.stroke("#FFFFFF", width: 9).opacity(0.22)
        let arrow = SVG.path("M-128 -206A242 242 0 0 1 128 -206M128 -206l-40 2M128 -206l-22 -34", style)
        let arrows = [0.0, 180].map { SVG.place([arrow], at: SVG.Point(0, 0), turned: $0) }.joined()
        return [#"<g transform="translate(450 450) scale(\#(isReversed ? -1 : 1) 1)">\#(arrows)</g>"#]
    }

    /// Some backs upon each other: the more, the higher.
    private func stock(of count: Int) -> [String] {
        let place = SVG.Point(290, 450)
        guard count > 0 else {
            let style = SVG.Style.stroke("#FFFFFF", width: 5).dashed(14, gap: 14).opacity(0.4)
            return [SVG.rectangle(place.moved(-78, -112), size: (156, 224), rounded: 16, style)]
        }
        return (0..<min(2 + count / 6, 9)).flatMap { layer in
            let lift = Double(layer) * 4
            let back = [SVG.use("back", at: SVG.Point(0, 0))]
            return Self.card(back, at: place.moved(-lift, -lift), scaled: 0.66, hasShadow: layer == 0)
        }
    }

    private func pile(top: Card, of board: CrazyEightsBoard) -> [String] {
        let place = SVG.Point(524, 450)
        let edges = [-9.0, 7].flatMap { Self.card([CardDrawing.blank], at: place, turned: $0, scaled: 1.06) }
        let face = CardDrawing(card: top).face + (board.drawer == nil ? [CardDrawing.rim(width: 11)] : [])
        return edges + Self.card(face, at: place, turned: -2, scaled: 1.06)
    }

    /// The suit that an eight asks for, on a disc that covers the card's corner.
    private func wish(of board: CrazyEightsBoard, top: Card) -> [String] {
        guard top.rank == .eight, let suit = board.suit else { return [] }
        let place = SVG.Point(640, 612)
        return [
            SVG.circle(place.moved(4, 8), radius: 80, .fill("#000000").opacity(0.3)),
            SVG.circle(place, radius: 80, .fill("url(#gold)")), SVG.circle(place, radius: 66, .fill("#FFFFFF")),
            SVG.use(suit.shape, at: place, scaled: 0.9),
        ]
    }

    // MARK: Around the table

    /// A seat's cards, face down, but not the reader's. An arrow points to the seat to act; the winner has a star.
    private func place(of seat: SeatIndex, on board: CrazyEightsBoard, isNext: Bool, isWinner: Bool) -> [String] {
        let count = board.counts[seat.rawValue]
        let fromReader = Double(seat.rawValue - (board.reader?.rawValue ?? 0))
        let angle = 90 + 360 * fromReader / Double(board.counts.count)
        if isWinner { return medal(at: Self.point(from: Self.middle, distance: 330, at: angle)) }
        guard seat != board.reader else { return isNext ? pointer(at: angle, distance: 205) : [] }
        return fan(of: count, at: angle, isWide: board.counts.count <= 4, raisesLast: seat == board.drawer)
            + (isNext ? pointer(at: angle, distance: 294) : [])
    }

    private func fan(of count: Int, at angle: Double, isWide: Bool, raisesLast: Bool) -> [String] {
        let reach = isWide ? 300.0 : 230
        let pivot = Self.point(from: Self.middle, distance: 344 + reach, at: angle)
        let step = min(7.5, (isWide ? 56 : 40) / Double(max(count - 1, 1)))
        return (0..<count).flatMap { index -> [String] in
            let turn = angle - 90 + (Double(index) - Double(count - 1) / 2) * step
            let isRaised = raisesLast && index == count - 1
            let place = Self.point(from: pivot, distance: reach + (isRaised ? 30 : 0), at: turn - 90)
            let back = [SVG.use("back", at: SVG.Point(0, 0))] + (isRaised ? [CardDrawing.rim(width: 20)] : [])
            return Self.card(back, at: place, turned: turn, scaled: 0.4, hasShadow: index == 0)
        }
    }

    private func pointer(at angle: Double, distance: Double) -> [String] {
        let arrow = SVG.path("M0 42L-19 -34Q0 -22 19 -34Z", .fill("url(#gold)").outlined("#7A4B00", width: 4))
        let place = Self.point(from: Self.middle, distance: distance, at: angle)
        return [SVG.place([arrow], at: place, turned: angle - 90)]
    }

    private func medal(at place: SVG.Point) -> [String] {
        [
            SVG.circle(place.moved(0, 8), radius: 84, .fill("#000000").opacity(0.3)),
            SVG.circle(place, radius: 84, .fill("url(#gold)")),
            SVG.circle(place, radius: 70, .stroke("#FFFFFF", width: 6).opacity(0.8)),
            SVG.star(at: place, radius: 56, .fill("#FFFFFF")),
        ]
    }

    private static let confetti = SVG.seeds(56, in: middle, radius: 424, from: 0.4).enumerated().compactMap {
        index, place -> String? in
        let colors = ["#FFD23F", "#FF5D73", "#4CC9F0", "#FFFFFF", "#B983FF"]
        let strip = SVG.rectangle(SVG.Point(-11, -6), size: (22, 12), rounded: 4, .fill(colors[index % colors.count]))
        let isOnCards = abs(place.x - 440) < 250 && abs(place.y - 450) < 190
        return isOnCards ? nil : SVG.place([strip], at: place, turned: Double(index * 47 % 180))
    }

    // MARK: Placing

    private static func card(
        _ elements: [String], at place: SVG.Point, turned angle: Double = 0, scaled scale: Double,
        hasShadow: Bool = true
    ) -> [String] {
        let shadow = SVG.rectangle(SVG.Point(-112, -158), size: (240, 340), rounded: 24, .fill("#000000").opacity(0.22))
        return [SVG.place((hasShadow ? [shadow] : []) + elements, at: place, turned: angle, scaled: scale)]
    }

    /// The place so far from another in a direction: 0 degrees is right, 90 is down.
    private static func point(from origin: SVG.Point, distance: Double, at degrees: Double) -> SVG.Point {
        let angle = degrees * .pi / 180
        return SVG.Point(origin.x + distance * cos(angle), origin.y + distance * sin(angle))
    }
}

/// Where the cards of a hand lie: side by side, or over each other where they are many.
private struct HandLayout {
    static let scale = 0.58
    static let width = CardDrawing.size.width * scale
    static let height = CardDrawing.size.height * scale
    private static let edge = 24.0

    /// The upper left corner of each card, and how much of it can be seen.
    let places: [(corner: SVG.Point, width: Double)]

    init(count: Int) {
        let room = Double(Picture.side) - 2 * Self.edge - Self.width
        let step = min(Self.width + 8, room / Double(max(count - 1, 1)))
        let left = (Double(Picture.side) - Self.width - step * Double(max(count - 1, 0))) / 2
        places = (0..<count).map { index in
            let corner = SVG.Point(left + Double(index) * step, Double(Picture.side) - Self.edge - Self.height)
            return (corner, index == count - 1 ? Self.width : min(step, Self.width))
        }
    }
}
