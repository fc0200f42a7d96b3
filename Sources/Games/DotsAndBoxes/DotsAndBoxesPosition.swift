import GameRules

/// The lines in the order in which they were drawn; who owns which box follows from them.
struct DotsAndBoxesPosition: Hashable, Codable, OrderedState, Sendable {
    struct Drawn: Hashable, Codable, Sendable {
        let edge: DotLine
        let seat: SeatIndex
    }

    let rows: Int
    let columns: Int
    /// The number of seats.
    let seats: Int
    var drawn: [Drawn] = []
    var next: SeatIndex = 0
    /// The seats whose players went before the end, sorted.
    var departed: [SeatIndex] = []

    var lattice: DotLattice { DotLattice(rows: rows, columns: columns) }

    var order: TurnOrder { .rotation(next: next) }

    var isComplete: Bool { drawn.count == lattice.lineCount }

    func isDrawn(_ line: DotLine) -> Bool { drawn.contains { $0.edge == line } }

    /// The lines that are not drawn yet: the horizontal ones first, row by row.
    var openLines: [DotLine] {
        let lattice = lattice
        var isDrawn = Array(repeating: false, count: lattice.lineCount)
        for line in drawn { isDrawn[lattice.index(of: line.edge)] = true }
        return zip(lattice.lines, isDrawn).filter { !$1 }.map(\.0)
    }

    /// The number of lines that each box has, and who has it: whoever drew its fourth line. Row by row.
    var boxes: (lines: [Int], owners: [SeatIndex?]) {
        var owners = [SeatIndex?](repeating: nil, count: rows * columns)
        let lines = filled { box, seat in owners[box] = seat }
        return (lines, owners)
    }

    /// The owner of each box, by row.
    var owners: [[SeatIndex?]] {
        let owners = boxes.owners
        return (0..<rows).map { Array(owners[$0 * columns..<($0 + 1) * columns]) }
    }

    /// The number of boxes that the latest line completed.
    var completedCount: Int {
        guard let last = drawn.last else { return 0 }
        var count = 0
        lattice.forEachBox(beside: last.edge) { box in
            if lattice.lines(around: box).allSatisfy(isDrawn) { count += 1 }
        }
        return count
    }

    /// The number of boxes that each seat has.
    var scores: [Int] {
        var scores = Array(repeating: 0, count: seats)
        filled { _, seat in scores[seat.rawValue] += 1 }
        return scores
    }

    /// The seats whose players did not go.
    var staying: [SeatIndex] { (0..<seats).map { SeatIndex($0) }.filter { !departed.contains($0) } }

    /// Of those who stayed, the seats with the most boxes.
    var best: [SeatIndex] { scores.leaders(among: staying) }

    /// The number of lines that each box has, in one list; calls a function with each box that is complete and its
    /// owner.
    @discardableResult
    private func filled(by complete: (_ box: Int, SeatIndex) -> Void) -> [Int] {
        let lattice = lattice
        var counts = Array(repeating: 0, count: rows * columns)
        for line in drawn {
            lattice.forEachBox(beside: line.edge) { box in
                let index = lattice.index(of: box)
                counts[index] += 1
                if counts[index] == 4 { complete(index, line.seat) }
            }
        }
        return counts
    }
}

extension DotsAndBoxesPosition: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("columns", columns)
        json.member("departed", departed)
        json.name("drawn")
        json.array(drawn) { json, line in
            json.object { json in
                json.member("edge", line.edge)
                json.member("seat", line.seat)
            }
        }
        json.member("next", next)
        json.member("rows", rows)
        json.member("seats", seats)
    }
}

/// The position as everybody sees it.
struct DotsAndBoxesBoard: GameJSONWritable, JSONObjectWritable, Sendable {
    let position: DotsAndBoxesPosition

    /// NB: who drew a line is not written; only the picture shows it.
    func writeMembers(to json: inout JSONWriter) {
        json.member("boxes", position.owners)
        json.member("columns", position.columns)
        json.member("edges", position.drawn.map(\.edge))
        json.member("rows", position.rows)
        json.member("scores", position.scores)
    }
}
