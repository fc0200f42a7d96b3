import GameRules

/// Building an ice cream together: a base, scoops, then a topping from everybody who likes, all at the same time.
///
/// Source: Apple's sample IceCreamBuilder (2016), whose parts and URL query these are; seats, and that each adds one
/// topping, are added here.
struct IceCream: OpenInformationGame {
    typealias Options = NoOptions
    typealias Move = IceCreamMove

    struct State: Hashable, Codable, Sendable {
        var base: IceCreamPart.Base?
        var scoops: IceCreamPart.Scoops?
        var toppings: [Added] = []
        var isFinished = false
    }

    struct Added: Hashable, Codable, Sendable {
        let seat: SeatIndex
        let part: IceCreamPart.Topping
    }

    /// The ice cream as everybody sees it.
    struct Board: Encodable, Sendable {
        let base: IceCreamPart.Base?
        let scoops: IceCreamPart.Scoops?
        let toppings: [Added]

        /// Whether there is a part of each kind, which is when Apple's sample calls an ice cream complete.
        var complete: Bool { base != nil && scoops != nil && !toppings.isEmpty }

        /// The ice cream as the sample's URL query; its decoder takes the last topping.
        var query: String { parts.map(\.queryItem).joined(separator: "&") }

        private var parts: [IceCreamPart] {
            [base.map { .base($0) }, scoops.map { .scoops($0) }].compactMap(\.self)
                + toppings.map { .topping($0.part) }
        }

        private enum Member: CodingKey { case base, scoops, toppings, complete, query }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Member.self)
            // NB: `encode`, not `encodeIfPresent`: a part that is not chosen yet is an explicit null.
            try members.encode(base, forKey: .base)
            try members.encode(scoops, forKey: .scoops)
            try members.encode(toppings, forKey: .toppings)
            try members.encode(complete, forKey: .complete)
            try members.encode(query, forKey: .query)
        }
    }

    let name: GameName = "ice-cream"
    let seats = 1...32
    let latenesses: Set<Lateness> = [.forfeits, .passes]
    let agreements: Set<Agreement> = [.pause]

    /// A base, scoops, and a topping from everybody; the second to sit down comes last, so that the ice cream is not
    /// complete before everybody is there.
    func examplePlay(seats: Int) -> [ExampleMove] {
        guard seats > 1 else { return [] }
        let all = IceCreamPart.Topping.allCases
        let toppings = ([0] + (2..<seats) + [1]).map { seat in
            ExampleMove(
                GameJSON(text: IceCreamPart.topping(all[seat % all.count]).queryItem), by: SeatIndex(seat))
        }
        return [ExampleMove("Base=base01", by: 0), ExampleMove("Scoops=scoops05", by: 1)] + toppings
    }

    var description: GameDescription { GameDescription(of: name, examples: ["Base=base01"]) }

    func setUp(_ options: NoOptions, seats: Int) -> State { State() }

    /// Everybody, in every phase: base and scoops are anybody's, and whoever has added a topping may finish.
    func toAct(in state: State, at table: GameTable) -> [SeatIndex] {
        outcome(of: state, at: table) == nil ? TurnOrder.anyone.toAct(at: table) : []
    }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        if let refusal = refusal(of: move, by: seat, in: state) { throw refusal.rejection }
        switch move {
        case .add(.base(let base)): state.base = base
        case .add(.scoops(let scoops)): state.scoops = scoops
        case .add(.topping(let topping)): state.toppings.append(Added(seat: seat, part: topping))
        case .finish: state.isFinished = true
        case .addUnknown: break
        }
    }

    func isConcurrent(_ move: Move, in state: State) -> Bool {
        if case .add(.topping) = move { true } else { false }
    }

    /// Whoever has added a topping may finish, but need not.
    func isAwaited(_ seat: SeatIndex, in state: State) -> Bool { !state.hasTopping(by: seat) }

    /// Nobody has to add anything.
    func lateness(of seat: SeatIndex, in state: State) -> Lateness { .passes }

    func welcomesNewcomers(in state: State) -> Bool { !state.isFinished }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        let all = IceCreamPart.all.map(Move.add) + [.finish]
        return all.filter { refusal(of: $0, by: seat, in: state) == nil }
    }

    /// Completed when somebody said so, or when nobody who sits here has a topping to add.
    func outcome(of state: State, at table: GameTable) -> Outcome? {
        let waitedFor = table.taken.filter { !state.hasTopping(by: $0) }
        if state.isFinished || (waitedFor.isEmpty && !state.toppings.isEmpty) { return .completed }
        return table.inPlay.isEmpty ? .abandoned : nil
    }

    func board(of state: State) -> Board {
        Board(base: state.base, scoops: state.scoops, toppings: state.toppings)
    }

    private func refusal(of move: Move, by seat: SeatIndex, in state: State) -> IceCreamRefusal? {
        switch move {
        case _ where state.isFinished: .alreadyFinished
        case .addUnknown: .noSuchPart
        case .add(.base): state.base == nil ? nil : .baseAlreadyChosen
        case .add(.scoops) where state.base == nil: .scoopsBeforeBase
        case .add(.scoops): state.scoops == nil ? nil : .scoopsAlreadyChosen
        case .add(.topping) where state.scoops == nil: .toppingBeforeScoops
        case .add(.topping): state.hasTopping(by: seat) ? .toppingAlreadyAdded : nil
        case .finish: state.hasTopping(by: seat) ? nil : .finishBeforeTopping
        }
    }
}

extension IceCream.State {
    func hasTopping(by seat: SeatIndex) -> Bool { toppings.contains { $0.seat == seat } }
}

enum IceCreamRefusal: String, MoveRefusal {
    case noSuchPart = "no_such_part"
    case baseAlreadyChosen = "base_already_chosen"
    case scoopsBeforeBase = "scoops_before_base"
    case scoopsAlreadyChosen = "scoops_already_chosen"
    case toppingBeforeScoops = "topping_before_scoops"
    case toppingAlreadyAdded = "topping_already_added"
    case finishBeforeTopping = "finish_before_topping"
    case alreadyFinished = "already_finished"
}
