import GameRules

/// Why a move is not played. Each reason follows from what the mover sees.
enum CrazyEightsRefusal: String, MoveRefusal {
    case notInHand = "not_in_hand"
    case suitMissing = "suit_missing"
    case namesNoSuit = "names_no_suit"
    case doesNotFollow = "does_not_follow"
    case nothingToDraw = "nothing_to_draw"
    case mustDraw = "must_draw"
    case mustPlay = "must_play"
}

extension CrazyEightsState {
    /// Why a seat can't make a move now; nil if it can.
    func refusal(of move: CrazyEightsMove, by seat: SeatIndex) -> CrazyEightsRefusal? {
        switch move {
        case .play(let card, let suit): refusal(of: card, naming: suit, by: seat)
        case .draw: canDraw ? nil : .nothingToDraw
        case .pass where canDraw: .mustDraw
        case .pass: hand(of: seat).list.contains(where: follows) ? .mustPlay : nil
        }
    }

    private func refusal(of card: Card, naming suit: Card.Suit?, by seat: SeatIndex) -> CrazyEightsRefusal? {
        if !hand(of: seat).list.contains(card) { return .notInHand }
        if card.rank == .eight { return suit == nil ? .suitMissing : nil }
        if suit != nil { return .namesNoSuit }
        return follows(card) ? nil : .doesNotFollow
    }

    /// Every move of a seat whose turn it is: its cards in their order, each once, an eight with each suit.
    func legalMoves(for seat: SeatIndex) -> [CrazyEightsMove] {
        var moves: [CrazyEightsMove] = []
        let hand = hand(of: seat).list
        for (place, card) in hand.enumerated() where follows(card) && !hand[..<place].contains(card) {
            if card.rank == .eight {
                moves += Card.Suit.allCases.map { .play(card, naming: $0) }
            } else {
                moves.append(.play(card, naming: nil))
            }
        }
        if canDraw { moves.append(.draw) }
        return moves.isEmpty ? [.pass] : moves
    }
}
