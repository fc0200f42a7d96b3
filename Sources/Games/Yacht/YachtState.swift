import GameRules

/// The dice, the sheets, and whose turn it is.
struct YachtState: Hashable, Codable, OrderedState, Sendable {
    /// The five dice as they lie; a die that is kept keeps its place. None before the first roll of a turn.
    var dice: [Int] = []
    /// The places of the dice that the last roll left lying.
    var kept: [Int] = []
    /// The number of rolls left to whoever's turn it is.
    var rollsLeft = rollsPerTurn
    /// The points of each seat, by category in the order of ``YachtCategory/allCases``; nil where it is open.
    var sheets: [[Int?]]
    var next: SeatIndex = 0
    /// The latest entry; nil before anything was entered, and once the dice are rolled again.
    var latest: Entry?
    /// Who played to the end; nobody before it.
    var finishers: [SeatIndex] = []

    /// Dice that were entered.
    struct Entry: Hashable, Codable, Sendable {
        let category: YachtCategory
        let dice: [Int]
        let seat: SeatIndex
    }

    var order: TurnOrder { .rotation(next: next) }

    static let rollsPerTurn = 3
    static let diceCount = 5

    init(seats: Int) {
        let sheet = [Int?](repeating: nil, count: YachtCategory.allCases.count)
        sheets = Array(repeating: sheet, count: seats)
    }

    /// The points of each seat.
    var totals: [Int] { sheets.map(\.total) }

    /// The categories that a seat has not filled, in order; none for a seat that there is not.
    func openCategories(of seat: SeatIndex) -> [YachtCategory] {
        guard sheets.indices.contains(seat.rawValue) else { return [] }
        return zip(YachtCategory.allCases, sheets[seat.rawValue]).filter { $1 == nil }.map(\.0)
    }
}

extension YachtState {
    /// Rolls the dice that are not kept, from left to right. Of equal ones the leftmost are kept.
    mutating func roll(keeping keep: [Int], random: inout GameRandom) {
        kept = places(of: keep) ?? []
        latest = nil
        if dice.isEmpty { dice = Array(repeating: 0, count: Self.diceCount) }
        for place in dice.indices where !kept.contains(place) { dice[place] = random.die() }
        rollsLeft -= 1
    }

    /// Where some dice lie, in ascending order; nil if they don't.
    func places(of faces: [Int]) -> [Int]? {
        var places: [Int] = []
        for face in faces {
            guard let place = dice.indices.first(where: { dice[$0] == face && !places.contains($0) }) else {
                return nil
            }
            places.append(place)
        }
        return places.sorted()
    }

    /// Fills a category, which ends the turn.
    mutating func enter(_ points: Int, in category: YachtCategory, by seat: SeatIndex, at table: GameTable) {
        for (index, other) in YachtCategory.allCases.enumerated() where other == category {
            sheets[seat.rawValue][index] = points
        }
        latest = Entry(category: category, dice: dice, seat: seat)
        endTurn(of: seat, at: table)
    }

    /// Takes up the dice for whoever is next, or ends the game if nobody has anything left to fill.
    mutating func endTurn(of seat: SeatIndex, at table: GameTable) {
        var order = order
        order.advance(past: seat, at: table)
        next = order.toAct(at: table).first ?? seat
        (dice, kept, rollsLeft) = ([], [], Self.rollsPerTurn)
        let players = table.inPlay
        let isOver = table.contestOutcome == nil && players.allSatisfy { openCategories(of: $0).isEmpty }
        if isOver { finishers = players }
    }
}

extension YachtState: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("dice", dice)
        json.member("finishers", finishers)
        json.member("kept", kept)
        if let latest {
            json.member("latest") { json in
                json.member("category", latest.category.rawValue)
                json.member("dice", latest.dice)
                json.member("seat", latest.seat)
            }
        }
        json.member("next", next)
        json.member("rollsLeft", rollsLeft)
        json.member("sheets", sheets)
    }
}

extension [Int?] {
    /// The points of a sheet.
    var total: Int { reduce(0) { $0 + ($1 ?? 0) } }
}
