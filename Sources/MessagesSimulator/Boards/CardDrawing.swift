import RoundtableModel

/// Draws a table of crazy eights: the pile, the reader's hand, and the backs of everybody else's cards.
struct CardDrawing {
    private let view: SessionView
    private let board: JSONValue
    private let width: Int

    init(_ view: SessionView, width: Int) {
        (self.view, board, self.width) = (view, view.board.value, width)
    }

    var lines: [String] {
        guard let top = board["top"]?.string else { return [] }
        return [pile(top)] + others + hand
    }

    private func pile(_ top: String) -> String {
        let suit = board["suit"]?.string ?? ""
        let wish = top.hasPrefix("8") && !top.hasSuffix(suit) ? " → \(Self.suits[suit, default: suit])" : ""
        return "Pile [\(Self.card(top))]\(wish)   stock \(board["stock"]?.integer ?? 0)"
    }

    private var others: [String] {
        let counts = (board["counts"]?.array ?? []).map { $0.integer ?? 0 }
        return counts.indices.filter { $0 != view.you }.map { seat in
            let backs = String(repeating: "▒", count: min(counts[seat], width - margin - 4))
            return names[seat].padded(to: margin) + (counts[seat] == 0 ? "–" : "\(backs) \(counts[seat])")
        }
    }

    private var names: [String] {
        (board["counts"]?.array ?? []).indices.map { LiveDrawing.name(of: $0, in: view) }
    }

    /// The columns in front of cards.
    private var margin: Int { (names.map(\.count).max() ?? 0) + 2 }

    /// The reader's cards by suit, in as many lines as they need; a bystander has none.
    private var hand: [String] {
        guard let cards = board["hand"]?.array?.compactMap(\.string) else { return [] }
        let sorted = cards.sorted { Self.order($0) < Self.order($1) }.map(Self.card)
        guard !sorted.isEmpty else { return ["You".padded(to: margin) + "–"] }
        return sorted.reduce(into: ["You".padded(to: margin)]) { lines, card in
            let isFirst = lines[lines.count - 1].count == margin
            if isFirst {
                lines[lines.count - 1] += card
            } else if lines[lines.count - 1].count + 1 + card.count <= width {
                lines[lines.count - 1] += " \(card)"
            } else {
                lines.append(String(repeating: " ", count: margin) + card)
            }
        }
    }

    private static let suits = ["C": "♣", "D": "♦", "H": "♥", "S": "♠"]
    private static let ranks = "A23456789TJQK"

    private static func card(_ card: String) -> String {
        let rank = card.hasPrefix("T") ? "10" : String(card.prefix(1))
        return rank + suits[String(card.suffix(1)), default: "?"]
    }

    private static func order(_ card: String) -> String {
        let rank = card.first.flatMap { ranks.firstIndex(of: $0) }.map {
            ranks.distance(from: ranks.startIndex, to: $0)
        }
        return "\(card.suffix(1))\((rank ?? 0) + 10)"
    }
}
