import GameRules

/// Nim: players in turn take matches from one of three heaps, as many as they like. Whoever takes the last match wins.
/// Source: Charles L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
struct Nim {
    /// So many matches from one heap: `b2` are two from the second.
    struct Move: Hashable, Sendable {
        let heap, matches: Int

        static let all = zip(0..., [3, 4, 5]).flatMap { heap, size in (1...size).map { Move(heap: heap, matches: $0) } }
    }

    struct State: Hashable, Codable, Sendable {
        var heaps = [3, 4, 5]
        var next: SeatIndex = 0
    }
}

extension Nim.Move: RawRepresentable, Codable {
    init?(rawValue: String) {
        guard let move = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = move
    }

    var rawValue: String { "\(["a", "b", "c"][heap])\(matches)" }
}
