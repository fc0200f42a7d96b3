import GameRules

/// The lines in the order in which they were drawn; who owns which box follows from them.
struct DotsAndBoxesPosition: Hashable, Codable, Sendable {
    /// A line and who drew it.
    struct Drawn: Hashable, Codable, Sendable {
        let edge: DotLine
        let seat: SeatIndex
    }

    let rows: Int
    let columns: Int
    /// How many seats there are.
    let seats: Int
    var drawn: [Drawn] = []
    var next: SeatIndex = 0
    /// The seats whose players went before the end, sorted.
    var departed: [SeatIndex] = []

    init(rows: Int, columns: Int, seats: Int) {
        (self.rows, self.columns, self.seats) = (rows, columns, seats)
    }

    var lattice: DotLattice { DotLattice(rows: rows, columns: columns) }

    var order: TurnOrder { .rotation(next: next) }

    var isComplete: Bool { drawn.count == lattice.lineCount }

    func isDrawn(_ line: DotLine) -> Bool { drawn.contains { $0.edge == line } }

    /// How many lines each box has, by row.
    var lineCounts: [[Int]] {
        drawn.reduce(into: boxes(of: 0)) { counts, line in
            for box in lattice.boxes(beside: line.edge) { counts[box.row][box.column] += 1 }
        }
    }

    /// Who has each box, by row: whoever drew its fourth line.
    var owners: [[SeatIndex?]] {
        var counts = boxes(of: 0)
        return drawn.reduce(into: boxes(of: nil)) { owners, line in
            for box in lattice.boxes(beside: line.edge) {
                counts[box.row][box.column] += 1
                if counts[box.row][box.column] == 4 { owners[box.row][box.column] = line.seat }
            }
        }
    }

    /// How many boxes the latest line completed.
    var completedCount: Int {
        guard let last = drawn.last else { return 0 }
        return lattice.boxes(beside: last.edge).count { lattice.lines(around: $0).allSatisfy(isDrawn) }
    }

    /// How many boxes each seat has.
    var scores: [Int] {
        owners.joined().reduce(into: Array(repeating: 0, count: seats)) { scores, owner in
            if let owner { scores[owner.rawValue] += 1 }
        }
    }

    /// The seats whose players did not go.
    var staying: [SeatIndex] { (0..<seats).map { SeatIndex($0) }.filter { !departed.contains($0) } }

    /// Of those who stayed, the seats with the most boxes.
    var best: [SeatIndex] {
        let (scores, staying) = (scores, staying)
        let most = staying.map { scores[$0.rawValue] }.max()
        return staying.filter { scores[$0.rawValue] == most }
    }

    private func boxes<Value>(of value: Value) -> [[Value]] {
        Array(repeating: Array(repeating: value, count: columns), count: rows)
    }
}

extension DotsAndBoxesPosition: GameJSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("columns", columns)
            json.member("departed", departed)
            json.name("drawn")
            json.array(drawn) { json, line in
                json.object { json in
                    json.member("edge", line.edge.rawValue)
                    json.member("seat", line.seat)
                }
            }
            json.member("next", next)
            json.member("rows", rows)
            json.member("seats", seats)
        }
    }
}

/// The position as everybody sees it.
struct DotsAndBoxesBoard: GameJSONWritable, Sendable {
    let lattice: DotLattice
    /// Who drew a line is for the picture only; the API's board has the lines.
    let drawn: [DotsAndBoxesPosition.Drawn]
    let owners: [[SeatIndex?]]
    let scores: [Int]
    /// Who has most boxes in the end, in a draw all who stayed; nobody before. For the picture only.
    let winners: [SeatIndex]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.name("boxes")
            json.array(owners) { json, row in
                json.array(row) { json, owner in
                    if let owner { owner.write(to: &json) } else { json.null() }
                }
            }
            json.member("columns", lattice.columns)
            json.name("edges")
            json.array(drawn) { $0.string($1.edge.rawValue) }
            json.member("rows", lattice.rows)
            json.member("scores", scores)
        }
    }
}
