enum CrazyEightsMove: RawRepresentable, Hashable, Codable, Sendable {
    /// Plays a card; an eight names a suit, `8H:S`.
    case play(Card, naming: Card.Suit?)
    case draw
    case pass

    init?(rawValue: String) {
        switch rawValue {
        case "draw": self = .draw
        case "pass": self = .pass
        default:
            let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
            let suit = parts.count == 2 ? Card.Suit(rawValue: String(parts[1])) : nil
            guard let card = Card(rawValue: String(parts[0])), parts.count == (suit == nil ? 1 : 2) else { return nil }
            self = .play(card, naming: suit)
        }
    }

    var rawValue: String {
        switch self {
        case .draw: "draw"
        case .pass: "pass"
        case .play(let card, naming: nil): card.rawValue
        case .play(let card, naming: let suit?): "\(card.rawValue):\(suit.rawValue)"
        }
    }
}
