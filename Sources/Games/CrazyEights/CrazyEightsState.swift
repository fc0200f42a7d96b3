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
    var isReversed = false
    /// Whether aces reverse and queens skip.
    let hasTurningCards: Bool
    /// Who drew a card just now; nil if the last thing to happen was another.
    var drawer: SeatIndex?
    /// Who got rid of all cards.
    var winner: SeatIndex?

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
    func refusal(of move: CrazyEightsMove, by seat: SeatIndex) -> CrazyEightsRefusal? {
        switch move {
        case .play(let card, _) where !hand(of: seat).list.contains(card): .notInHand
        case .play(let card, naming: nil) where card.rank == .eight: .suitMissing
        case .play(let card, naming: _?) where card.rank != .eight: .namesNoSuit
        case .play(let card, _): follows(card) ? nil : .doesNotFollow
        case .draw: canDraw ? nil : .nothingToDraw
        case .pass where canDraw: .mustDraw
        case .pass: hand(of: seat).list.contains(where: follows) ? .mustPlay : nil
        }
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
