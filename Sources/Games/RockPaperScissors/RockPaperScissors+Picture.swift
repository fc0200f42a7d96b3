import GameRules

extension RockPaperScissors {
    func picture(of board: Board) -> Picture { picture(of: board, outcome: nil) }

    /// A card for each seat, in rows: face down for whoever has chosen, an outline where somebody is waited for; open
    /// when the round is over, until somebody chooses in the next.
    ///
    /// Once all others have gone, whoever is left wears a crown, and nobody is waited for.
    func picture(of board: Board, outcome: Outcome?) -> Picture {
        let places = Self.places(board.points.count, height: board.showsLead ? 680 : 800)
        let isShowing = board.chosen.isEmpty && !board.rounds.isEmpty
        let round = isShowing ? board.rounds.last : nil
        let cards = places.indices.flatMap { seat -> [String] in
            let card = RockPaperScissorsCard(center: places[seat].center, width: places[seat].width)
            return elements(of: card, SeatIndex(seat), after: round, on: board, outcome)
                + card.meter(share: share(of: board.points[seat], in: board))
                + (outcome?.winners.contains(SeatIndex(seat)) == true ? card.crown : [])
        }
        return Picture(
            background: "url(#table)", elements: RockPaperScissorsCard.paints + progress(of: board) + cards)
    }

    /// One seat's card.
    ///
    /// - Parameter round: the round whose choices are open; nil while they are chosen.
    private func elements(
        of card: RockPaperScissorsCard, _ seat: SeatIndex, after round: RockPaperScissorsRound?, on board: Board,
        _ outcome: Outcome?
    ) -> [String] {
        let choice = round?.choices[seat.rawValue]
        switch outcome?.kind {
        case .won:
            let isWinner = outcome?.winners.contains(seat) == true
            return choice == nil ? card.place : card.face(choice, isBest: isWinner, isFaint: !isWinner)
        case .drawn, .completed: return card.face(choice, isBest: false, isFaint: false) + card.draw
        case .abandoned: return card.place
        case nil:
            guard let round else { return board.chosen.contains(seat) ? card.back : card.outline }
            let (points, best) = (round.points[seat.rawValue], round.points.max() ?? 0)
            return card.face(choice, isBest: best > 0 && points == best, isFaint: false)
        }
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
    private static func places(_ seats: Int, height: Double) -> [(center: SVG.Point, width: Double)] {
        let columns = seats <= 2 ? 2 : seats <= 4 ? 2 : seats <= 9 ? 3 : 4
        let rows = (seats + columns - 1) / columns
        let pitch = (across: 840 / Double(columns), down: height / Double(rows))
        let width = min(pitch.across * 0.88, pitch.down * 0.94 / RockPaperScissorsCard.ratio)
        return (0..<seats).map { seat in
            let row = seat / columns
            let inRow = min(columns, seats - row * columns)
            let x = 450 + (Double(seat % columns) - Double(inRow - 1) / 2) * min(pitch.across, width * 1.2)
            return (SVG.Point(x, 62 + (Double(row) + 0.5) * pitch.down), width)
        }
    }
}
