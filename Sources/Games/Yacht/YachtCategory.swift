/// A category of Yacht, and what five dice score in it.
enum YachtCategory: String, CaseIterable, Codable, Sendable {
    case ones, twos, threes, fours, fives, sixes
    case fullHouse = "full-house"
    case fourOfAKind = "four-of-a-kind"
    case littleStraight = "little-straight"
    case bigStraight = "big-straight"
    case choice
    case yacht

    /// The score of some dice; 0 where they are not as the category asks.
    func score(of dice: [Int]) -> Int {
        let counts = (1...6).map { face in dice.count { $0 == face } }
        switch self {
        case .ones: return counts[0]
        case .twos: return counts[1] * 2
        case .threes: return counts[2] * 3
        case .fours: return counts[3] * 4
        case .fives: return counts[4] * 5
        case .sixes: return counts[5] * 6
        case .fullHouse: return counts.contains(3) && counts.contains(2) ? sum(dice) : 0
        case .fourOfAKind: return counts.firstIndex { $0 >= 4 }.map { ($0 + 1) * 4 } ?? 0
        case .littleStraight: return counts == [1, 1, 1, 1, 1, 0] ? 30 : 0
        case .bigStraight: return counts == [0, 1, 1, 1, 1, 1] ? 30 : 0
        case .choice: return sum(dice)
        case .yacht: return counts.contains(5) ? 50 : 0
        }
    }

    private func sum(_ dice: [Int]) -> Int { dice.reduce(0, +) }
}
