import GameRules

/// The table as one reader sees it.
struct CrazyEightsBoard: GameJSONWritable, JSONObjectWritable, Sendable {
    /// The top of the pile; nil before the cards are dealt.
    let top: Card?
    /// The suit to follow; nil before the cards are dealt.
    let suit: Card.Suit?
    /// The reader's own cards; nil for a bystander.
    let hand: Cards?
    /// The number of cards that each seat has.
    let counts: [Int]
    /// The number of cards to draw before the pile is shuffled.
    let stock: Int
    let isReversed: Bool

    /// For the picture only: the reader's seat, whose turn it is, and who drew just now.
    let reader: SeatIndex?
    let next: SeatIndex
    let drawer: SeatIndex?

    func writeMembers(to json: inout JSONWriter) {
        json.member("counts", counts)
        json.member("direction", isReversed ? -1 : 1)
        json.member("hand", orNull: hand?.list)
        json.member("stock", stock)
        json.member("suit", orNull: suit)
        json.member("top", orNull: top)
    }
}

extension CrazyEights {
    /// A reader with several seats sees the hand of the one to act, else of the first.
    func board(of state: State, for reader: Reader) -> CrazyEightsBoard {
        let seat = reader.seats.contains(state.next) ? state.next : reader.seats.min()
        return CrazyEightsBoard(
            top: state.pile.top, suit: state.suit, hand: seat.map { state.hand(of: $0) },
            counts: state.hands.map(\.count), stock: state.stock.count, isReversed: state.isReversed,
            reader: seat, next: state.next, drawer: state.drawer)
    }
}
