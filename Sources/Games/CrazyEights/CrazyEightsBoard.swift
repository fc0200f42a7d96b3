import GameRules

/// The table as one reader sees it.
struct CrazyEightsBoard: GameJSONWritable, Sendable {
    /// The top of the pile; nil before the cards are dealt.
    let top: Card?
    /// The suit to follow; nil before the cards are dealt.
    let suit: Card.Suit?
    /// The reader's own cards; nil for a bystander.
    let hand: Cards?
    /// How many cards each seat has.
    let counts: [Int]
    /// How many cards there are to draw before the pile is shuffled.
    let stock: Int
    let isReversed: Bool

    /// What only the picture tells: whose turn it is, who drew just now, and who has won.
    let next: SeatIndex
    let drawer: SeatIndex?
    let winner: SeatIndex?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.name("counts")
            json.array(counts) { $0.integer($1) }
            json.member("direction", isReversed ? -1 : 1)
            json.name("hand")
            if let hand { json.array(hand.list) { $0.string($1.rawValue) } } else { json.null() }
            json.member("stock", stock)
            json.name("suit")
            if let suit { json.string(suit.rawValue) } else { json.null() }
            json.name("top")
            if let top { json.string(top.rawValue) } else { json.null() }
        }
    }
}

extension CrazyEights {
    /// A reader with several seats sees the hand of the one to act, else of the first.
    func board(of state: State, for reader: Reader) -> CrazyEightsBoard {
        let seat = reader.seats.contains(state.next) ? state.next : reader.seats.min()
        return CrazyEightsBoard(
            top: state.pile.top, suit: state.suit, hand: seat.map { state.hand(of: $0) },
            counts: state.hands.map(\.count), stock: state.stock.count, isReversed: state.isReversed,
            next: state.next, drawer: state.drawer, winner: state.winner)
    }
}
