import Foundation
import GameRules

/// A move of an app in an open game.
enum OpenMove: Hashable, Sendable {
    /// Dice of the service's, by how many sides each has; the same seat goes on.
    case roll(Roll)
    /// The state, or a part of it, with all that belongs to it.
    case update(Update)

    /// Dice that are rolled.
    struct Roll: Hashable, Sendable {
        var sides: [Int]
        var texts = OpenTexts()
    }

    /// A change of the state.
    struct Update: Hashable, Sendable {
        /// The whole state.
        var state: JSONValue?
        /// A merge patch of it.
        var patch: JSONValue?
        /// New secrets of single seats; null takes one away.
        var secrets: [SeatIndex: JSONValue] = [:]
        /// Whose turn is next, where the mover says it.
        var next: [SeatIndex]?
        var outcome: Outcome?
        var texts = OpenTexts()

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

    var texts: OpenTexts {
        switch self {
        case .roll(let roll): roll.texts
        case .update(let update): update.texts
        }
    }
}

extension OpenMove {
    private static let mostDice = 32
    private static let mostSides = 1000

    /// Why the move does not count; nil if it does.
    func problem(in state: OpenState, at table: GameTable) -> MoveRejection? {
        if let problem = texts.problem(at: table) { return problem }
        switch self {
        case .roll(let roll):
            guard (1...Self.mostDice).contains(roll.sides.count),
                roll.sides.allSatisfy({ (2...Self.mostSides).contains($0) })
            else {
                return .malformed(
                    reason: "bad_dice",
                    detail: "A roll is of 1 to \(Self.mostDice) dice of 2 to \(Self.mostSides) sides.")
            }
            return nil
        case .update(let update): return update.problem(in: state, at: table)
        }
    }
}

extension OpenMove.Update {
    fileprivate func problem(in open: OpenState, at table: GameTable) -> MoveRejection? {
        if state != nil, patch != nil {
            return .malformed(reason: "state_and_patch", detail: "A move has a state or a patch, not both.")
        }
        if let next {
            guard open.order == .named else {
                return .malformed(reason: "order_is_fixed", detail: "In this game the mover does not say who is next.")
            }
            guard !next.isEmpty, next.allSatisfy(table.isInPlay) else {
                return .malformed(reason: "no_such_seat", detail: "Whoever is next must have a seat in this game.")
            }
            guard Set(next).count == next.count else {
                return .malformed(reason: "named_twice", detail: "Each seat that is next is named once.")
            }
        }
        guard !([state, patch].compactMap(\.self) + secrets.values).contains(where: \.hasLostDigits) else {
            return .malformed(
                reason: "number_too_large", detail: "A number beyond 64 bits would lose digits; write it as a text.")
        }
        guard secrets.keys.allSatisfy({ table.seats.indices.contains($0.rawValue) }) else {
            return .malformed(reason: "no_such_seat", detail: "There is no such seat to give something to.")
        }
        let largest = OpenState.largestSecret(of: table.seats.count)
        guard secrets.values.allSatisfy({ GameJSON($0).data.count <= largest }) else {
            return OpenRefusal.privateTooLarge.rejection
        }
        return outcome.flatMap { problem(of: $0, at: table) }
    }

    private func problem(of outcome: Outcome, at table: GameTable) -> MoveRejection? {
        let seats = table.seats.count
        let winners = outcome.winners
        guard winners.allSatisfy({ [.taken, .gone].contains(table[$0]) }), Set(winners).count == winners.count,
            outcome.scores.map({ $0.count == seats }) ?? true, outcome.kind == .won || winners.isEmpty
        else {
            return .malformed(
                reason: "bad_outcome",
                detail: "Winners are seats that somebody has or had, each once, and scores are as many as seats.")
        }
        return nil
    }
}

/// `{"roll": [6, 6], "texts"}`, or `{"state" or "patch", "private", "next", "outcome", "texts", "mediaURL"}`.
extension OpenMove: Codable, GameJSONWritable, GameJSONReadable {
    private struct Unreadable: Error {}

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .roll(let roll):
                json.member("roll", roll.sides)
            case .update(let update):
                json.member("next", ifPresent: update.next?.map(\.rawValue))
                json.member("outcome", ifPresent: update.outcome)
                json.member("patch", ifPresent: update.patch)
                if !update.secrets.isEmpty { json.member("private", Self.members(of: update.secrets)) }
                json.member("state", ifPresent: update.state)
            }
            texts.write(to: &json)
        }
    }

    init(_ json: JSONValue) throws {
        guard case .object(let members) = json else { throw Unreadable() }
        let texts = try OpenTexts(members)
        if let roll = members["roll"] {
            guard let sides = roll.integers, Set(members.keys).isSubset(of: ["mediaURL", "roll", "texts"]) else {
                throw Unreadable()
            }
            self = .roll(Roll(sides: sides, texts: texts))
            return
        }
        var update = Update(state: members["state"], patch: members["patch"], texts: texts)
        update.secrets = try Self.seats(of: members["private"])
        if let next = members["next"], next != .null {
            guard let seats = next.integers else { throw Unreadable() }
            update.next = seats.map { SeatIndex($0) }
        }
        if let outcome = members["outcome"], outcome != .null { update.outcome = try Self.outcome(outcome) }
        let isEmpty =
            update.state == nil && update.patch == nil && update.secrets.isEmpty && update.next == nil
            && update.outcome == nil && texts.isEmpty
        if isEmpty { throw Unreadable() }
        self = .update(update)
    }

    /// `{"winners": [0], "scores": [3, 1]}`: without winners a draw, unless its `kind` says `completed`.
    private static func outcome(_ json: JSONValue) throws -> Outcome {
        let scores = json["scores"].flatMap { $0 == .null ? nil : $0 }
        guard json.object != nil, let winners = (json["winners"] ?? .array([])).integers,
            scores == nil || scores?.integers != nil
        else { throw Unreadable() }
        let kinds: [String: Outcome.Kind] = ["won": .won, "drawn": .drawn, "completed": .completed]
        guard let kind = kinds[json["kind"]?.string ?? (winners.isEmpty ? "drawn" : "won")],
            (kind == .won) != winners.isEmpty
        else { throw Unreadable() }
        return Outcome(kind: kind, winners: winners.map { SeatIndex($0) }.sorted(), scores: scores?.integers)
    }

    /// Values by the numbers of seats, as members of an object.
    static func members(of seats: [SeatIndex: JSONValue]) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: seats.map { (JSONName($0.key.description), $0.value) }))
    }

    /// Values by the numbers of seats.
    static func seats(of json: JSONValue?) throws -> [SeatIndex: JSONValue] {
        guard let json, json != .null else { return [:] }
        guard let members = json.object else { throw Unreadable() }
        var seats: [SeatIndex: JSONValue] = [:]
        for (name, value) in members {
            guard let number = Int(name.text), number >= 0, JSONName(String(number)) == name else { throw Unreadable() }
            seats[SeatIndex(number)] = value
        }
        return seats
    }
}

extension JSONValue {
    /// Whether a number in it is as large as none that keeps its digits: a whole one has 64 bits, with its sign.
    fileprivate var hasLostDigits: Bool {
        switch self {
        case .number(let number): abs(number) >= 0x1p63
        case .array(let array): array.contains(where: \.hasLostDigits)
        case .object(let members): members.values.contains(where: \.hasLostDigits)
        case .null, .bool, .integer, .string: false
        }
    }

    /// The whole numbers, if this is a list of nothing else.
    fileprivate var integers: [Int]? {
        guard let array else { return nil }
        let numbers = array.compactMap(\.integer)
        return numbers.count == array.count ? numbers : nil
    }
}
