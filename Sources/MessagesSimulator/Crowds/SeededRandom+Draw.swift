package import GameRules

extension SeededRandom {
    /// One of some choices, in the proportion of their weights; nil if none has any.
    package mutating func draw<Choice>(of choices: [Choice], by weight: (Choice) -> Int) -> Choice? {
        let sum = choices.map(weight).reduce(0, +)
        guard sum > 0 else { return nil }
        var drawn = Int.random(in: 0..<sum, using: &self)
        return choices.first { choice in
            drawn -= weight(choice)
            return drawn < 0
        }
    }
}
