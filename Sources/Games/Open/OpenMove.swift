import GameRules

/// A move of an app in an open game: a roll of dice, or the state, or a part of it, with all that belongs to it.
struct OpenMove: Hashable, Sendable {
    /// Dice of the service's, by how many sides each has; the same seat goes on. Nothing but texts is beside it.
    var roll: [Int]?
    var state: JSONValue?
    /// A merge patch of the state.
    var patch: JSONValue?
    /// New secrets of single seats; null takes one away.
    var secrets: [SeatIndex: JSONValue] = [:]
    /// Whose turn is next, where the mover says it.
    var next: [SeatIndex]?
    var outcome: Outcome?
    var texts = OpenTexts()

    init() {}

    /// Whether it changes some members of the state only, and nothing else that others could have changed.
    ///
    /// NB: not what seats are given, or what became of it would tell what others have given.
    var isPatch: Bool { patch != nil && state == nil && next == nil && outcome == nil && secrets.isEmpty }

    /// The members of the state that it touches.
    var members: TouchedMembers {
        if state != nil { return .everything }
        return patch.map { TouchedMembers(patch: $0) } ?? .nothing
    }
}

extension OpenMove {
    private static let mostDice = 32
    private static let mostSides = 1000

    func check(in open: OpenState, at table: GameTable) throws(MoveRejection) {
        try texts.check(at: table)
        if let roll {
            guard (1...Self.mostDice).contains(roll.count), roll.allSatisfy({ (2...Self.mostSides).contains($0) })
            else {
                throw .malformed(
                    reason: "bad_dice",
                    detail: "A roll is of 1 to \(Self.mostDice) dice of 2 to \(Self.mostSides) sides.")
            }
        }
        if state != nil, patch != nil {
            throw .malformed(reason: "state_and_patch", detail: "A move has a state or a patch, not both.")
        }
        if let next {
            guard open.order == .named else {
                throw .malformed(reason: "order_is_fixed", detail: "In this game the mover does not say who is next.")
            }
            guard !next.isEmpty, next.allSatisfy(table.isInPlay) else {
                throw .malformed(reason: "no_such_seat", detail: "Whoever is next must have a seat in this game.")
            }
            guard Set(next).count == next.count else {
                throw .malformed(reason: "named_twice", detail: "Each seat that is next is named once.")
            }
        }
        guard secrets.keys.allSatisfy({ table.seats.indices.contains($0.rawValue) }) else {
            throw .malformed(reason: "no_such_seat", detail: "There is no such seat to give something to.")
        }
        let largest = OpenState.largestSecret(of: table.seats.count)
        guard secrets.values.allSatisfy({ GameJSON($0).data.count <= largest }) else {
            throw OpenRefusal.privateTooLarge.rejection
        }
        if let outcome { try check(outcome, at: table) }
    }

    private func check(_ outcome: Outcome, at table: GameTable) throws(MoveRejection) {
        let seats = table.seats.count
        let winners = outcome.winners
        guard winners.allSatisfy({ [.taken, .gone].contains(table[$0]) }), Set(winners).count == winners.count,
            outcome.scores.map({ $0.count == seats }) ?? true, outcome.kind == .won || winners.isEmpty
        else {
            throw .malformed(
                reason: "bad_outcome",
                detail: "Winners are seats that somebody has or had, each once, and scores are as many as seats.")
        }
    }
}

/// `{"roll": [6, 6], "texts"}`, or `{"state" or "patch", "private", "next", "outcome", "texts", "mediaURL"}`.
extension OpenMove: Codable, GameJSONWritable, JSONObjectWritable, GameJSONReadable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("next", ifPresent: next)
        json.member("outcome", ifPresent: outcome)
        json.member("patch", ifPresent: patch)
        if !secrets.isEmpty { json.member("private", Self.members(of: secrets)) }
        json.member("roll", ifPresent: roll)
        json.member("state", ifPresent: state)
        texts.write(to: &json)
    }

    private static let names: Set<JSONName> = [
        "mediaURL", "next", "outcome", "patch", "private", "roll", "state", "texts",
    ]
    private static let namesOfRoll: Set<JSONName> = ["mediaURL", "roll", "texts"]
    private static let namesOfOutcome: Set<JSONName> = ["kind", "scores", "winners"]

    /// Reads a move.
    ///
    /// - Throws: ``MoveRejection``, with what is wrong for the app's author.
    init(_ json: JSONValue) throws {
        guard case .object(let members) = json else { throw MoveRejection.unreadable(as: "it is an object") }
        try members.check(of: "A move", knowing: Self.names)
        texts = try OpenTexts(members)
        if let roll = members["roll"] {
            guard let sides = roll.integers else {
                throw MoveRejection.unreadable(as: "`roll` is a list of how many sides each die has")
            }
            guard Set(members.keys).isSubset(of: Self.namesOfRoll) else {
                throw MoveRejection.unreadable(as: "beside `roll` there are only `texts` and `mediaURL`")
            }
            self.roll = sides
            return
        }
        (state, patch) = (members["state"], members["patch"])
        secrets = try Self.seats(of: members["private"])
        next = try members.integers("next", as: "`next` is a list of seat numbers")?.map { SeatIndex($0) }
        if let outcome = members["outcome"], outcome != .null { self.outcome = try Self.outcome(outcome) }
        if self == Self() { throw MoveRejection.unreadable(as: "it has at least one member, such as `state`") }
    }

    /// `{"winners": [0], "scores": [3, 1]}`: without winners a draw, unless its `kind` says `completed`.
    private static func outcome(_ json: JSONValue) throws(MoveRejection) -> Outcome {
        guard let members = json.object else { throw .unreadable(as: "`outcome` is an object") }
        try members.check(of: "`outcome`", knowing: namesOfOutcome)
        let winners = try members.integers("winners", as: "`winners` is a list of seat numbers") ?? []
        let scores = try members.integers("scores", as: "`scores` is a list of whole numbers")
        let kinds: [JSONValue: Outcome.Kind] = ["won": .won, "drawn": .drawn, "completed": .completed]
        var name = members["kind"] ?? .null
        if name == .null { name = winners.isEmpty ? "drawn" : "won" }
        guard let kind = kinds[name] else {
            throw .unreadable(as: "`kind` is `won`, `drawn` or `completed`")
        }
        guard (kind == .won) != winners.isEmpty else {
            throw .unreadable(as: "`kind` is `won` if there are winners, and only then")
        }
        return Outcome(kind: kind, winners: winners.map { SeatIndex($0) }.sorted(), scores: scores)
    }

    /// Values by the numbers of seats, as members of an object.
    static func members(of seats: [SeatIndex: JSONValue]) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: seats.map { (JSONName($0.key.description), $0.value) }))
    }

    /// Values by the numbers of seats.
    static func seats(of json: JSONValue?) throws(MoveRejection) -> [SeatIndex: JSONValue] {
        guard let json, json != .null else { return [:] }
        let expected = #"`private` is an object whose names are seat numbers, such as {"0": …}"#
        guard let members = json.object else { throw .unreadable(as: expected) }
        var seats: [SeatIndex: JSONValue] = [:]
        for (name, value) in members {
            guard let number = Int(name.text), number >= 0, JSONName(String(number)) == name else {
                throw .unreadable(as: expected)
            }
            seats[SeatIndex(number)] = value
        }
        return seats
    }
}

extension MoveRejection {
    /// The refusal of JSON that is no move of an open game.
    ///
    /// - Parameter form: a part of a sentence about what is expected.
    static func unreadable(as form: String) -> MoveRejection {
        .unreadable(expected: "a move of an open game: \(form)")
    }
}

extension [JSONName: JSONValue] {
    /// The most characters of a name that are repeated in a refusal.
    private static let longestName = 40

    /// Refuses members that nobody would read, such as a misspelt one.
    ///
    /// - Parameter owner: what they are members of, as the beginning of a sentence.
    func check(of owner: String, knowing names: Set<JSONName>) throws(MoveRejection) {
        guard let unknown = keys.lazy.filter({ !names.contains($0) }).min() else { return }
        let known = names.sorted().map { "`\($0.text)`" }.joined(separator: ", ")
        let name = String(String.UnicodeScalarView(unknown.text.unicodeScalars.prefix(Self.longestName)))
        throw .malformed(reason: "unknown_member", detail: "\(owner) has no member `\(name)`; it may have \(known).")
    }

    /// The whole numbers of a member; nil if there is none, or null.
    fileprivate func integers(_ name: JSONName, as form: String) throws(MoveRejection) -> [Int]? {
        guard let member = self[name], member != .null else { return nil }
        guard let integers = member.integers else { throw .unreadable(as: form) }
        return integers
    }
}

extension JSONValue {
    /// The whole numbers, if this is a list of nothing else.
    fileprivate var integers: [Int]? {
        guard let array else { return nil }
        let numbers = array.compactMap(\.integer)
        return numbers.count == array.count ? numbers : nil
    }
}
