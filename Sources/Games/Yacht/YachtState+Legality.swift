import GameRules

enum YachtRefusal: String, MoveRefusal {
    case rollFirst = "roll_first"
    case noRollsLeft = "no_rolls_left"
    case noSuchDice = "no_such_dice"
    case nothingToRoll = "nothing_to_roll"
    case categoryFilled = "category_filled"
}

extension YachtState {
    /// Why a seat can't make a move now; nil if it can.
    func refusal(of move: YachtMove, by seat: SeatIndex) -> YachtRefusal? {
        switch move {
        case .roll: rollsLeft > 0 ? nil : .noRollsLeft
        case .keep(let faces): dice.isEmpty ? .rollFirst : refusal(ofKeeping: faces)
        case .score where dice.isEmpty: .rollFirst
        case .score(let category): openCategories(of: seat).contains(category) ? nil : .categoryFilled
        }
    }

    private func refusal(ofKeeping faces: [Int]) -> YachtRefusal? {
        if rollsLeft == 0 { return .noRollsLeft }
        if places(of: faces) == nil { return .noSuchDice }
        return faces.count < dice.count ? nil : .nothingToRoll
    }

    /// Every move of a seat whose turn it is: what may be kept, each choice of faces once, and the open categories.
    func legalMoves(for seat: SeatIndex) -> [YachtMove] {
        if dice.isEmpty { return [.roll] }
        let scores = openCategories(of: seat).map(YachtMove.score)
        if rollsLeft == 0 { return scores }
        return [.roll] + choices.filter { !$0.isEmpty && $0.count < dice.count }.map(YachtMove.keep) + scores
    }

    /// The different choices of some of the dice, each in ascending order.
    private var choices: [[Int]] {
        (1...6).reduce([[]]) { choices, face in
            let most = dice.count { $0 == face }
            return choices.flatMap { choice in
                (0...most).map { choice + Array(repeating: face, count: $0) }
            }
        }
    }
}
