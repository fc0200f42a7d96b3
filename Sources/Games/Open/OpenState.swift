import GameRules

/// The position of an open game.
struct OpenState: Hashable, Sendable {
    /// The most bytes of the app's state, and of what all seats together may be given.
    static let largest = 64 * 1024
    /// The number of latest moves of which it is known what each has touched.
    private static let rememberedMoves = 32
    /// The number of moves that the picture shows.
    static let shownMoves = 72

    /// Who may move, as the creator chose.
    var order: OpenOptions.Order
    /// Whose turn it is.
    var turn: TurnOrder
    /// The colours of the picture.
    var colours: [String] = []
    /// The app's state, which everybody sees.
    private(set) var shared = Shared(.null)
    /// The secrets of single seats, which only they see.
    var secrets: [SeatIndex: JSONValue] = [:]
    /// The numbers that the dice show; nil once the seat that rolled them has gone on, or is gone.
    private(set) var rolled: [Int]?
    /// The seat that rolled them.
    private var roller: SeatIndex?
    /// The outcome.
    var outcome: Outcome?
    /// Who made the latest moves, the last one at the end.
    var movers: [SeatIndex] = []
    /// The number of moves.
    var moves = 0
    /// The members that each of the latest moves has touched.
    private var touched: [[String]] = []

    /// A value that may be large, with its JSON: written once for all who keep and show it.
    struct Shared: Hashable, Sendable {
        let value: JSONValue
        let json: GameJSON

        init(_ value: JSONValue) {
            self.value = value
            json = GameJSON(value)
        }

        static func == (one: Self, other: Self) -> Bool { one.json == other.json }
        func hash(into hasher: inout Hasher) { hasher.combine(json) }
    }

    init(order: OpenOptions.Order, colours: [String]) {
        self.order = order
        self.colours = colours
        turn =
            switch order {
            case .rotation: .rotation()
            case .anyone: .anyone
            case .named: .named([0])
            }
    }

    /// Notes a move.
    mutating func note(_ seat: SeatIndex, touching members: [String]) {
        moves += 1
        movers = Array((movers + [seat]).suffix(Self.shownMoves))
        if order == .anyone { touched = Array((touched + [members]).suffix(Self.rememberedMoves)) }
    }

    /// Notes what a seat has rolled.
    mutating func roll(_ numbers: [Int], by seat: SeatIndex) { (rolled, roller) = (numbers, seat) }

    /// Takes up the dice, if this seat rolled them.
    mutating func takeUpDice(of seat: SeatIndex) {
        if roller == nil || roller == seat { (rolled, roller) = (nil, nil) }
    }

    /// Whether the moves among so many latest events have touched none of some members, nor what is in them.
    func hasLeftAlone(_ members: [String], during events: Int) -> Bool {
        guard events <= touched.count || moves <= touched.count else { return false }
        return touched.suffix(events).joined().allSatisfy { other in
            members.allSatisfy { !Self.isOne($0, within: other) && !Self.isOne(other, within: $0) }
        }
    }

    /// Whether a member is another or a part of it.
    private static func isOne(_ member: String, within other: String) -> Bool {
        member == other || member.hasPrefix("\(other)/")
    }

    /// Changes what an app changes.
    mutating func change(by update: OpenMove.Update) {
        if let state = update.state { shared = Shared(state) }
        if let patch = update.patch { shared = Shared(shared.value.merging(patch: patch)) }
        for (seat, value) in update.secrets {
            if value == .null { secrets.removeValue(forKey: seat) } else { secrets[seat] = value }
        }
        if let outcome = update.outcome { self.outcome = outcome }
    }

    /// Refuses a state that is more than a session may keep.
    func checkSize() throws(MoveRejection) {
        guard shared.json.data.count <= Self.largest else {
            throw .illegal(reason: "state_too_large", detail: "The state has more than \(Self.largest) bytes.")
        }
    }

    /// Goes on after a seat, whose dice are taken up; where the order is that, to those whom it names, else to those
    /// named before who have not moved yet, else to its neighbour.
    mutating func goOn(after seat: SeatIndex, naming next: [SeatIndex]?, at table: Table) {
        takeUpDice(of: seat)
        turn.advance(past: seat, at: table)
        guard case .named(let waiting) = turn else { return }
        if let next {
            turn = .named(next)
        } else if !waiting.contains(where: table.isInPlay) {
            turn = .named(table.seat(after: seat).map { [$0] } ?? [seat])
        }
    }
}

/// `{"colours", "moves", "movers", "order", "outcome", "private", "rolled", "roller", "state", "touched", "turn"}`,
/// without what is empty.
extension OpenState: Codable, GameJSONWritable, GameJSONReadable {
    private struct Unreadable: Error {}

    func write(to json: inout JSONWriter) {
        json.object { json in
            if !colours.isEmpty { json.member("colours", colours) }
            json.member("movers", movers.map(\.rawValue))
            json.member("moves", moves)
            json.member("order", order.rawValue)
            json.member("outcome", ifPresent: outcome)
            if !secrets.isEmpty {
                json.member("private", OpenMove.members(of: secrets))
            }
            json.member("rolled", ifPresent: rolled)
            json.member("roller", ifPresent: roller)
            json.member("state", shared.json)
            if !touched.isEmpty { json.member("touched", touched) }
            json.member("turn", turn)
        }
    }

    init(_ json: JSONValue) throws {
        guard let order = json["order"]?.string.flatMap(OpenOptions.Order.init(rawValue:)),
            let moves = json["moves"]?.integer, let turn = json["turn"]
        else { throw Unreadable() }
        self.init(order: order, colours: json["colours"]?.array?.compactMap(\.string) ?? [])
        self.moves = moves
        self.turn = try TurnOrder(turn)
        movers = json["movers"]?.array?.compactMap(\.integer).map { SeatIndex($0) } ?? []
        outcome = try json["outcome"]?.decode()
        secrets = try OpenMove.seats(of: json["private"])
        rolled = json["rolled"]?.array?.compactMap(\.integer)
        roller = json["roller"]?.integer.map { SeatIndex($0) }
        shared = Shared(json["state"] ?? .null)
        touched = json["touched"]?.array?.map { $0.array?.compactMap(\.string) ?? [] } ?? []
    }
}
