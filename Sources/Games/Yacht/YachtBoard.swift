import GameRules

/// The table as everybody sees it.
struct YachtBoard: GameJSONWritable, JSONObjectWritable, Sendable {
    /// The dice as they lie; none before the first roll of a turn.
    let dice: [Int]
    let rollsLeft: Int
    /// The points of each seat, by category in the order of ``YachtCategory/allCases``; nil where it is open.
    let sheets: [[Int?]]

    /// For the picture only: the places of the dice that were kept, what was entered last, whose turn it is, and
    /// who played to the end.
    let kept: [Int]
    let latest: YachtState.Entry?
    let next: SeatIndex
    let finishers: [SeatIndex]

    /// The points of each seat.
    var totals: [Int] { sheets.map(\.total) }

    /// Who has most points of those who played to the end.
    var winners: [SeatIndex] {
        let best = finishers.map { totals[$0.rawValue] }.max()
        return finishers.filter { totals[$0.rawValue] == best }
    }

    /// Writes of each sheet what is filled.
    func writeMembers(to json: inout JSONWriter) {
        json.member("dice", dice)
        json.member("rollsLeft", rollsLeft)
        json.name("scores")
        json.array(sheets) { json, sheet in
            let filled = zip(YachtCategory.allCases, sheet).compactMap { category, points in
                points.map { (JSONName(category.rawValue), $0) }
            }
            Dictionary(uniqueKeysWithValues: filled).write(to: &json)
        }
    }
}

extension Yacht {
    func board(of state: State) -> YachtBoard {
        YachtBoard(
            dice: state.dice, rollsLeft: state.rollsLeft, sheets: state.sheets, kept: state.kept,
            latest: state.latest, next: state.next, finishers: state.finishers)
    }
}
