import GameRules

/// A card of the French deck, written as rank and suit: `QS` is the queen of spades, `TH` the ten of hearts.
struct Card: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    enum Rank: String, CaseIterable, Sendable {
        case ace = "A"
        case two = "2"
        case three = "3"
        case four = "4"
        case five = "5"
        case six = "6"
        case seven = "7"
        case eight = "8"
        case nine = "9"
        case ten = "T"
        case jack = "J"
        case queen = "Q"
        case king = "K"
    }

    enum Suit: String, CaseIterable, Codable, JSONWritable, Sendable {
        case clubs = "C"
        case diamonds = "D"
        case hearts = "H"
        case spades = "S"
    }

    let rank: Rank
    let suit: Suit

    init(_ rank: Rank, of suit: Suit) {
        self.rank = rank
        self.suit = suit
    }

    init?(rawValue: String) {
        guard rawValue.utf8.count == 2, let rank = rawValue.first.flatMap({ Rank(rawValue: String($0)) }),
            let suit = rawValue.last.flatMap({ Suit(rawValue: String($0)) })
        else { return nil }
        self.init(rank, of: suit)
    }

    var rawValue: String { rank.rawValue + suit.rawValue }

    /// The 52 cards, in the order of suits and ranks.
    static let pack = Suit.allCases.flatMap { suit in Rank.allCases.map { Card($0, of: suit) } }

    /// The points that the card costs whoever is left with it: eights 50, courts and tens 10, aces 1, others their
    /// pips.
    var points: Int {
        switch rank {
        case .ace: 1
        case .eight: 50
        default: Int(rank.rawValue) ?? 10
        }
    }
}

/// Cards in an order, the uppermost last; stored as one string, `QSTH8D`.
struct Cards: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    var list: [Card]

    init(_ list: [Card] = []) { self.list = list }

    init?(rawValue: String) {
        var list: [Card] = []
        list.reserveCapacity(rawValue.utf8.count / 2)
        var rest = rawValue[...]
        while !rest.isEmpty {
            guard let card = Card(rawValue: String(rest.prefix(2))) else { return nil }
            list.append(card)
            rest = rest.dropFirst(2)
        }
        self.list = list
    }

    var rawValue: String { list.reduce(into: "") { $0 += $1.rawValue } }

    var count: Int { list.count }

    var isEmpty: Bool { list.isEmpty }

    var top: Card? { list.last }

    /// Takes a card out, one of two that are the same.
    mutating func remove(_ card: Card) {
        if let place = list.firstIndex(of: card) { list.remove(at: place) }
    }

    var points: Int { list.reduce(0) { $0 + $1.points } }
}
