import GameRules

extension RockPaperScissors {
    /// A card for each seat, in rows: face down for whoever has chosen, an outline where somebody is waited for; open
    /// when the round is over, until somebody chooses in the next.
    func picture(of board: Board) -> Picture {
        let places = Self.places(board.points.count)
        let isShowing = board.chosen.isEmpty && !board.rounds.isEmpty
        let round = isShowing ? board.rounds.last : nil
        let scored = round?.points ?? []
        let best = scored.max() ?? 0
        let cards = places.indices.flatMap { seat -> [String] in
            let card = RockPaperScissorsCard(center: places[seat].center, width: places[seat].width)
            let points = board.points[seat]
            let meter = card.meter(share: share(of: points, in: board))
            if let winners = board.winners, !winners.isEmpty {
                let isWinner = winners.contains(SeatIndex(seat))
                return card.face(round?.choices[seat], isBest: isWinner, isFaint: !isWinner)
                    + meter + (isWinner ? card.crown : [])
            }
            if let round {
                let isBest = best > 0 && scored[seat] == best
                let isDrawn = board.winners != nil
                return card.face(round.choices[seat], isBest: isBest && !isDrawn, isFaint: false) + meter
                    + (isDrawn ? card.draw : [])
            }
            return (board.chosen.contains(SeatIndex(seat)) ? card.back : card.outline) + meter
        }
        return Picture(
            background: "url(#table)", elements: RockPaperScissorsCard.paints + progress(of: board) + cards)
    }

    /// A seat's points as a share of the most that anybody has; nil in the first round.
    private func share(of points: Int, in board: Board) -> Double? {
        board.rounds.isEmpty ? nil : Double(points) / Double(max(1, board.points.max() ?? 0))
    }

    /// A lamp for each round where there are several: lit when it is over, ringed while it is played.
    private func progress(of board: Board) -> [String] {
        guard board.totalRounds > 1 else { return [] }
        let step = min(44, 800 / Double(board.totalRounds))
        return (0..<board.totalRounds).map { number in
            let center = SVG.Point(450 + (Double(number) - Double(board.totalRounds - 1) / 2) * step, 34)
            let radius = step * 0.26
            if number < board.rounds.count { return SVG.circle(center, radius: radius, .fill("#FFD34E")) }
            let style = SVG.Style.stroke(number == board.rounds.count ? "#FFD34E" : "#7FB3B0", width: step * 0.1)
            return SVG.circle(center, radius: radius, style)
        }
    }

    /// The middle and the width of each card: rows as even as they can be.
    private static func places(_ seats: Int) -> [(center: SVG.Point, width: Double)] {
        let columns = seats <= 2 ? 2 : seats <= 4 ? 2 : seats <= 9 ? 3 : 4
        let rows = (seats + columns - 1) / columns
        let pitch = (across: 840 / Double(columns), down: 800 / Double(rows))
        let width = min(pitch.across * 0.88, pitch.down * 0.94 / RockPaperScissorsCard.ratio)
        return (0..<seats).map { seat in
            let row = seat / columns
            let inRow = min(columns, seats - row * columns)
            let x = 450 + (Double(seat % columns) - Double(inRow - 1) / 2) * min(pitch.across, width * 1.2)
            return (SVG.Point(x, 62 + (Double(row) + 0.5) * pitch.down), width)
        }
    }
}
