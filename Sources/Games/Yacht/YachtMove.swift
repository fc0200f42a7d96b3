enum YachtMove: RawRepresentable, Hashable, Codable, Sendable {
    /// Lets these dice lie, in ascending order, and rolls the others; all dice if it is none.
    case roll(keeping: [Int])
    /// Enters the dice in a category.
    case score(YachtCategory)

    /// Reads the notation; dice may be named in any order, and to keep none is to roll.
    init?(rawValue: String) {
        let words = rawValue.split(separator: " ", omittingEmptySubsequences: false)
        switch words[0] {
        case "roll" where words.count == 1: self = .roll(keeping: [])
        case "keep" where words.count <= 6:
            let dice = words.dropFirst().compactMap { Self.faces.firstIndex(of: String($0)) }.map { $0 + 1 }
            guard dice.count == words.count - 1 else { return nil }
            self = .roll(keeping: dice.sorted())
        case "score" where words.count == 2:
            guard let category = YachtCategory(rawValue: String(words[1])) else { return nil }
            self = .score(category)
        default: return nil
        }
    }

    var rawValue: String {
        switch self {
        case .roll(keeping: []): "roll"
        case .roll(let dice): dice.reduce("keep") { "\($0) \($1)" }
        case .score(let category): "score \(category.rawValue)"
        }
    }

    /// NB: not `Int`, which also reads "+1" and "01".
    private static let faces = ["1", "2", "3", "4", "5", "6"]
}
