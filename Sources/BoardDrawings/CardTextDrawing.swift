import JSON

/// Draws a table of crazy eights: the pile, the reader's hand, and the backs of everybody else's cards.
struct CardTextDrawing {
    private let board: SeenBoard

    init(_ board: SeenBoard) { self.board = board }

    var lines: [String] {
        guard let top = board.json["top"]?.string else { return [] }
        return [pile(top)] + others + hand
    }

    private func pile(_ top: String) -> String {
        let suit = board.json["suit"]?.string ?? ""
        let wish = top.hasPrefix("8") && !top.hasSuffix(suit) ? " → \(Self.suits[suit, default: suit])" : ""
        return "Pile [\(Self.card(top))]\(wish)   stock \(board.json["stock"]?.integer ?? 0)"
    }

    private var counts: [Int] { board.list("counts").map { $0.integer ?? 0 } }

    private var others: [String] {
        let (counts, margin) = (counts, margin)
        return counts.indices.filter { $0 != board.reader }.map { seat in
            let backs = String(repeating: "▒", count: max(0, min(counts[seat], board.width - margin - 4)))
            return board.name(of: seat).padded(to: margin) + (counts[seat] == 0 ? "–" : "\(backs) \(counts[seat])")
        }
    }

    /// The columns in front of cards.
    private var margin: Int { (counts.indices.map { board.name(of: $0).count }.max() ?? 0) + 2 }

    /// The reader's cards by suit, in as many lines as they need; a bystander has none.
    private var hand: [String] {
        guard let cards = board.json["hand"]?.array?.compactMap(\.string), let reader = board.reader else { return [] }
        let (title, width) = (board.name(of: reader).padded(to: margin), board.width)
        let sorted = cards.sorted { Self.order($0) < Self.order($1) }.map(Self.card)
        guard !sorted.isEmpty else { return [title + "–"] }
        return sorted.reduce(into: [title]) { lines, card in
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
