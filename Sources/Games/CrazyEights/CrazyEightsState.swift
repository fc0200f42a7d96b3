import GameRules

/// Where all cards are, and whose turn it is.
struct CrazyEightsState: Hashable, Codable, OrderedState, Sendable {
    /// The cards of each seat, in the order they came.
    var hands: [Cards]
    /// The cards to draw, face down.
    var stock: Cards
    /// The cards that were played, face up; none before the cards are dealt.
    var pile = Cards()
    /// The suit to follow: the one that an eight named, else the top card's.
    var suit: Card.Suit?
    /// Whose turn it is; somebody who plays, once the cards are dealt.
    var next: SeatIndex = 0
    /// Whether play goes round the other way.
    var isReversed = false
    /// Whether aces reverse and queens skip.
    let hasTurningCards: Bool
    /// Who drew a card just now; nil if the last thing to happen was another.
    var drawer: SeatIndex?
    /// Who got rid of all cards.
    var winner: SeatIndex?

    /// The cards before they are dealt.
    init(seats: Int, hasTurningCards: Bool) {
        hands = Array(repeating: Cards(), count: seats)
        stock = Cards(Self.packs(forPlayers: seats))
        self.hasTurningCards = hasTurningCards
    }

    var order: TurnOrder { .rotation(next: next, isReversed: isReversed) }

    /// Whether there is a card to draw, in the stock or below the top of the pile.
    var canDraw: Bool { !stock.isEmpty || pile.count > 1 }

    /// The cards of a seat; none for one that there is not.
    func hand(of seat: SeatIndex) -> Cards { hands.indices.contains(seat.rawValue) ? hands[seat.rawValue] : Cards() }

    /// Whether a card follows the top one.
    func follows(_ card: Card) -> Bool { card.rank == .eight || card.suit == suit || card.rank == pile.top?.rank }

    private static func packs(forPlayers count: Int) -> [Card] { count < 6 ? Card.pack : Card.pack + Card.pack }
}

extension CrazyEightsState {
    /// Shuffles, deals the cards one by one from the first player on, and turns up one that is no eight.
    mutating func deal(to players: [SeatIndex], random: inout GameRandom) {
        stock = Cards(Self.packs(forPlayers: players.count))
        random.shuffle(&stock.list)
        for _ in 0..<(players.count == 2 ? 7 : 5) {
            for seat in players { take(by: seat) }
        }
        while let card = stock.list.popLast() {
            if card.rank != .eight {
                pile.list.append(card)
                suit = card.suit
                break
            }
            stock.list.insert(card, at: random.number(below: stock.count + 1))
        }
        next = players.first ?? 0
    }

    /// Plays a card that may be played.
    mutating func play(_ card: Card, naming named: Card.Suit?, by seat: SeatIndex, at table: GameTable) {
        hands[seat.rawValue].remove(card)
        pile.list.append(card)
        suit = named ?? card.suit
        if hand(of: seat).isEmpty { winner = seat }
        if hasTurningCards, card.rank == .ace { isReversed.toggle() }
        advance(past: seat, at: table, by: hasTurningCards && card.rank == .queen ? 2 : 1)
    }

    /// Draws a card, from a new stock if the old one is used up; the turn goes on.
    mutating func draw(by seat: SeatIndex, random: inout GameRandom) {
        if stock.isEmpty, let top = pile.list.popLast() {
            (stock, pile) = (pile, Cards([top]))
            random.shuffle(&stock.list)
        }
        take(by: seat)
        drawer = seat
    }

    mutating func pass(_ seat: SeatIndex, at table: GameTable) { advance(past: seat, at: table, by: 1) }

    /// Puts a seat's cards under the stock, and goes on if it was its turn.
    mutating func returnHand(of seat: SeatIndex, at table: GameTable, random: inout GameRandom) {
        guard hands.indices.contains(seat.rawValue) else { return }
        var hand = hands[seat.rawValue].list
        random.shuffle(&hand)
        hands[seat.rawValue] = Cards()
        stock.list.insert(contentsOf: hand, at: 0)
        if drawer == seat { drawer = nil }
        if next == seat { advance(past: seat, at: table, by: 1) }
    }

    private mutating func take(by seat: SeatIndex) {
        if let card = stock.list.popLast() { hands[seat.rawValue].list.append(card) }
    }

    private mutating func advance(past seat: SeatIndex, at table: GameTable, by steps: Int) {
        var order = order
        order.advance(past: seat, at: table, by: steps)
        next = order.toAct(at: table).first ?? seat
        drawer = nil
    }
}

extension CrazyEightsState: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("drawer", ifPresent: drawer)
        json.member("hands", hands)
        json.member("hasTurningCards", hasTurningCards)
        json.member("isReversed", isReversed)
        json.member("next", next)
        json.member("pile", pile)
        json.member("stock", stock)
        json.member("suit", ifPresent: suit)
        json.member("winner", ifPresent: winner)
    }
}
