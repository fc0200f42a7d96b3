import GameRules

/// The table as everybody sees it.
struct YachtBoard: GameJSONWritable, JSONObjectWritable, Sendable {
    let state: YachtState

    /// Writes of each sheet what is filled.
    func writeMembers(to json: inout JSONWriter) {
        json.member("dice", state.dice)
        json.member("rollsLeft", state.rollsLeft)
        json.name("scores")
        json.array(state.sheets) { json, sheet in
            let filled = zip(YachtCategory.allCases, sheet).compactMap { category, points in
                points.map { (JSONName(category.rawValue), $0) }
            }
            Dictionary(uniqueKeysWithValues: filled).write(to: &json)
        }
    }
}
