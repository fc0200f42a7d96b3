import GameRules

/// Nim: players in turn take matches from one of three heaps, as many as they like. Whoever takes the last match wins.
/// Source: Charles L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
struct Nim {
    /// So many matches from one heap: `b2` are two from the second.
    struct Move: Hashable, Sendable {
        let heap, matches: Int

        static let all = zip(0..., [3, 4, 5]).flatMap { heap, size in (1...size).map { Move(heap: heap, matches: $0) } }
    }

    struct State: Hashable, Codable, Sendable {
        var heaps = [3, 4, 5]
        var next: SeatIndex = 0
    }

    let name: GameName = "nim"
    let seats = 2...2

    func setUp(_ options: NoOptions, seats: Int) -> State { State() }

    func toAct(in state: State, at table: GameTable) -> [SeatIndex] {
        outcome(of: state, at: table) == nil ? [state.next] : []
    }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        let left = state.heaps[move.heap]
        guard left >= move.matches else { throw .illegal(reason: "too_many", detail: "That heap has \(left).") }
        state.heaps[move.heap] -= move.matches
        state.next = seat == 0 ? 1 : 0
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        Move.all.filter { state.heaps[$0.heap] >= $0.matches }
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        state.heaps == [0, 0, 0] ? .won(by: state.next == 0 ? 1 : 0) : table.contestOutcome
    }
}

extension Nim.Move: RawRepresentable, Codable {
    init?(rawValue: String) {
        guard let move = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = move
    }

    var rawValue: String { "\(["a", "b", "c"][heap])\(matches)" }
}
