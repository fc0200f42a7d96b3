import GameRules

/// The position of an open game.
struct OpenState: Hashable, Sendable {
    /// The most bytes of the app's state.
    static let largest = 64 * 1024
    /// The number of latest moves of which it is known what each has touched, if that is little.
    private static let rememberedMoves = 32
    /// The most bytes of all pointers that are kept.
    private static let rememberedBytes = 8 * 1024
    /// The number of moves that the picture shows.
    static let shownMoves = 72

    /// Who may move, as the creator chose.
    var order: OpenOptions.Order
    var turn: TurnOrder
    var colours: [String] = []
    /// The app's state, which everybody sees.
    private(set) var shared = Shared(.null)
    /// The secrets of single seats, which only they see.
    var secrets: [SeatIndex: JSONValue] = [:]
    /// The numbers that the dice show; nil once the seat that rolled them has gone on, or is gone.
    private(set) var rolled: [Int]?
    private var roller: SeatIndex?
    var outcome: Outcome?
    /// Who made the latest moves, the last one at the end.
    var movers: [SeatIndex] = []
    var moves = 0
    private var touched: [TouchedMembers] = []

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

    /// The most bytes that one seat may be given where there are so many.
    ///
    /// NB: a limit for all seats together would tell how much the others were given. In a game that grows from one seat
    /// to 32, all of them are given at most ``largest`` times 1 + 1/2 + … + 1/32, or 260 KiB: with everything else that
    /// is kept, less than the 512 KiB that a position may have.
    static func largestSecret(of seats: Int) -> Int { largest / seats }

    /// Notes a move. Of those that it is too much to remember, the oldest are forgotten: a patch that has missed one of
    /// them counts as if it had touched everything.
    mutating func note(_ seat: SeatIndex, touching members: @autoclosure () -> TouchedMembers) {
        moves += 1
        movers = Array((movers + [seat]).suffix(Self.shownMoves))
        guard order == .anyone else { return }
        touched.append(members())
        var (size, first) = (touched.reduce(0) { $0 + $1.size }, 0)
        while touched.count - first > Self.rememberedMoves || size > Self.rememberedBytes {
            size -= touched[first].size
            first += 1
        }
        touched.removeFirst(first)
    }

    mutating func roll(_ numbers: [Int], by seat: SeatIndex) { (rolled, roller) = (numbers, seat) }

    /// Takes up the dice, if this seat rolled them.
    mutating func takeUpDice(of seat: SeatIndex) {
        if roller == nil || roller == seat { (rolled, roller) = (nil, nil) }
    }

    /// Whether the moves among so many latest events have touched none of some members, nor what is in them.
    func hasLeftAlone(_ members: TouchedMembers, during events: Int) -> Bool {
        guard events <= touched.count || moves <= touched.count else { return false }
        return !members.overlap(touched.suffix(events))
    }

    mutating func change(by move: OpenMove) {
        if let state = move.state { shared = Shared(state) }
        if let patch = move.patch { shared = Shared(shared.value.merging(patch: patch)) }
        for (seat, value) in move.secrets {
            if value == .null { secrets.removeValue(forKey: seat) } else { secrets[seat] = value }
        }
        if let outcome = move.outcome { self.outcome = outcome }
    }

    /// Refuses a state that is more than a session may keep.
    func checkSize() throws(MoveRejection) {
        guard shared.json.data.count <= Self.largest else { throw OpenRefusal.stateTooLarge.rejection }
    }

    /// Goes on after a seat, whose dice are taken up; where the order is that, to those whom it names, else to those
    /// named before who have not moved yet, else to its neighbour.
    mutating func goOn(after seat: SeatIndex, naming next: [SeatIndex]?, at table: GameTable) {
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
extension OpenState: Codable, GameJSONWritable, JSONObjectWritable, GameJSONReadable {
    private struct Unreadable: Error {}

    func writeMembers(to json: inout JSONWriter) {
        if !colours.isEmpty { json.member("colours", colours) }
        json.member("movers", movers)
        json.member("moves", moves)
        json.member("order", order.rawValue)
        json.member("outcome", ifPresent: outcome)
        if !secrets.isEmpty { json.member("private", OpenMove.members(of: secrets)) }
        json.member("rolled", ifPresent: rolled)
        json.member("roller", ifPresent: roller)
        json.member("state", shared.json)
        if !touched.isEmpty { json.member("touched", touched.map { $0.pointers.map(\.text) }) }
        json.member("turn", turn)
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
        touched =
            json["touched"]?.array?.map {
                TouchedMembers(pointers: ($0.array ?? []).compactMap { $0.string.map { JSONName($0) } })
            } ?? []
    }
}

/// An open game as one reader may see it.
struct OpenBoard: Encodable, GameJSONWritable, JSONObjectWritable, Sendable {
    /// The app's state.
    let shared: GameJSON
    /// The secret of the reader's own seat; nil for none.
    let secret: JSONValue?
    /// The numbers that the dice show; nil once somebody has gone on.
    let rolled: [Int]?
    /// For the picture only: colours, who moved, and how it ended.
    let colours: [String]
    let movers: [SeatIndex]
    let moves: Int
    let outcome: Outcome?

    init(_ state: OpenState, for reader: Reader) {
        shared = state.shared.json
        secret = reader.seats.sorted().lazy.compactMap { state.secrets[$0] }.first
        rolled = state.rolled
        colours = state.colours
        movers = state.movers
        moves = state.moves
        outcome = state.outcome
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("private", orNull: secret)
        json.member("rolled", orNull: rolled)
        json.member("state", shared)
    }
}

/// Merge patches, as RFC 7396 has them.
extension JSONValue {
    /// The value after a patch (section 2): members of the patch replace those of the value, and null removes them.
    func merging(patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = object ?? [:]
        for (name, change) in changes {
            if change == .null {
                members.removeValue(forKey: name)
            } else {
                members[name] = (members[name] ?? .null).merging(patch: change)
            }
        }
        return .object(members)
    }
}
