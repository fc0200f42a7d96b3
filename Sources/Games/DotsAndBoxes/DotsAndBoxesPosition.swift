import GameRules

/// The lines in the order in which they were drawn; who owns which box follows from them.
struct DotsAndBoxesPosition: Hashable, Codable, OrderedState, Sendable {
    struct Drawn: Hashable, Codable, JSONObjectWritable, Sendable {
        let edge: DotLine
        let seat: SeatIndex

        func writeMembers(to json: inout JSONWriter) {
            json.member("edge", edge)
            json.member("seat", seat)
        }
    }

    let rows: Int
    let columns: Int
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
        var lines = Array(repeating: 0, count: rows * columns)
        var owners = [SeatIndex?](repeating: nil, count: rows * columns)
        let lattice = lattice
        for line in drawn {
            lattice.forEachBox(beside: line.edge) { box in
                lines[box] += 1
                if lines[box] == 4 { owners[box] = line.seat }
            }
        }
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
        let lines = boxes.lines
        var count = 0
        lattice.forEachBox(beside: last.edge) { if lines[$0] == 4 { count += 1 } }
        return count
    }

    /// The number of boxes that each seat has.
    var scores: [Int] {
        boxes.owners.reduce(into: Array(repeating: 0, count: seats)) { scores, owner in
            if let owner { scores[owner.rawValue] += 1 }
        }
    }

    var staying: [SeatIndex] { (0..<seats).map { SeatIndex($0) }.filter { !departed.contains($0) } }

    /// Of those who stayed, the seats with the most boxes.
    var best: [SeatIndex] { scores.leaders(among: staying) }
}

extension DotsAndBoxesPosition: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("columns", columns)
        json.member("departed", departed)
        json.member("drawn", drawn)
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
