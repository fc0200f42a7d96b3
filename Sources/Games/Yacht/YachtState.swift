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

    var totals: [Int] { sheets.map { sheet in sheet.reduce(0) { $0 + ($1 ?? 0) } } }

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
        next = table.seat(after: seat) ?? seat
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

enum YachtRefusal: String, MoveRefusal {
    case rollFirst = "roll_first"
    case noRollsLeft = "no_rolls_left"
    case noSuchDice = "no_such_dice"
    case nothingToRoll = "nothing_to_roll"
    case categoryFilled = "category_filled"
}

extension YachtState {
    func refusal(of move: YachtMove, by seat: SeatIndex) -> YachtRefusal? {
        switch move {
        case .roll(let faces) where dice.isEmpty && !faces.isEmpty: .rollFirst
        case .roll where rollsLeft == 0: .noRollsLeft
        case .roll(let faces) where places(of: faces) == nil: .noSuchDice
        case .roll(let faces): faces.isEmpty || faces.count < dice.count ? nil : .nothingToRoll
        case .score where dice.isEmpty: .rollFirst
        case .score(let category): openCategories(of: seat).contains(category) ? nil : .categoryFilled
        }
    }

    /// Every move of a seat whose turn it is: what may be kept, each choice of faces once, and the open categories.
    func legalMoves(for seat: SeatIndex) -> [YachtMove] {
        if dice.isEmpty { return [.roll(keeping: [])] }
        let scores = openCategories(of: seat).map(YachtMove.score)
        if rollsLeft == 0 { return scores }
        return choices.filter { $0.count < dice.count }.map(YachtMove.roll) + scores
    }

    /// The different choices of some of the dice, each in ascending order; first none.
    private var choices: [[Int]] {
        (1...6).reduce([[]]) { choices, face in
            let most = dice.count { $0 == face }
            return choices.flatMap { choice in
                (0...most).map { choice + Array(repeating: face, count: $0) }
            }
        }
    }
}
