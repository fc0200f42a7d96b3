package import GameRules
package import RoundtableModel

/// A game that crowds play, known by what the service says of it.
package struct PlayedGame: Sendable {
    private let summary: GameSummary

    package init(_ summary: GameSummary) { self.summary = summary }

    package var name: String { summary.game }

    /// Whether not everybody sees the same board.
    var hasSecrets: Bool { summary.secrets }

    /// Whether whoever has moved may be the next to play, having drawn or rolled, or placed last.
    var mayGoOn: Bool { hasSecrets || summary.begins == .whenSeated }

    var isGrowing: Bool { summary.growing }

    /// Options for so many seats, as far as the game goes, in which everybody can take part.
    func options(seats: Int) -> GameJSON {
        let seats = JSONValue.integer(min(max(seats, summary.seats.from), summary.seats.to))
        return summary.options.contains { $0.name == "order" }
            ? ["order": "anyone", "seats": seats] : ["seats": seats]
    }

    /// One of the legal moves, or an example where there are too many to list; nil if there is none.
    package func move(in view: SessionView, using random: inout SeededRandom) -> GameJSON? {
        (view.legalMoves ?? summary.examples).randomElement(using: &random)
    }
}
