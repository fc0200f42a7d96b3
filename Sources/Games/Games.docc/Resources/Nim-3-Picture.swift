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

    func board(of state: State) -> State { state }

    func picture(of board: State) -> Picture {
        let matches = board.heaps.enumerated().flatMap { heap, left in
            (0..<left).flatMap { index in
                let head = head(index, of: heap)
                let wood = SVG.line(from: head, to: SVG.Point(head.x, head.y + 150), .stroke("#E8C48A", width: 26))
                return [wood, SVG.ellipse(head, radii: (22, 32), .fill("#C8322B"))]
            }
        }
        return Picture(background: "#23395B", elements: matches)
    }

    /// A click on a match takes it and those right of it.
    func places(on board: State) -> [MovePlace] {
        board.heaps.enumerated().flatMap { heap, left in
            (0..<left).map { index in
                let head = head(index, of: heap)
                return MovePlace(
                    Move(heap: heap, matches: left - index).rawValue, at: SVG.Point(head.x - 60, head.y - 40),
                    size: (120, 220))
            }
        }
    }

    private func head(_ index: Int, of heap: Int) -> SVG.Point {
        SVG.Point(200 + 125 * Double(index), 150 + 250 * Double(heap))
    }
}

extension Nim.Move: RawRepresentable, Codable {
    init?(rawValue: String) {
        guard let move = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = move
    }

    var rawValue: String { "\(["a", "b", "c"][heap])\(matches)" }
}
