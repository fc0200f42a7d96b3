import JSON

/// Draws the lattice of dots and boxes, in each full box the mark of whoever owns it, and below how many each has.
///
/// Dots are numbered as moves name lines: `h0,1` goes right from the dot in row 0 and column 1, `v0,1` goes down from
/// it.
struct LatticeDrawing {
    private let board: SeenBoard
    private let rows: Int
    private let columns: Int
    private let edges: Set<String>
    private let scores: [Int]
    private let marks: [String]
    /// The columns between two dots.
    private let gap: Int

    init(_ board: SeenBoard) {
        self.board = board
        rows = board.json["rows"]?.integer ?? 0
        columns = board.json["columns"]?.integer ?? 0
        edges = Set(board.list("edges").compactMap(\.string))
        scores = board.list("scores").map { $0.integer ?? 0 }
        marks = board.marks(scores.count)
        gap = board.width >= 4 + columns * 4 ? 3 : 1
    }

    var lines: [String] {
        guard rows > 0, columns > 0 else { return [] }
        let numbers = (0...columns).map { "\($0)".padded(to: gap + 1) }.joined()
        let lattice = (0...rows).flatMap { $0 < rows ? [dots($0), boxes($0)] : [dots($0)] }
        return [margin() + numbers] + lattice + [""] + legend
    }

    private var legend: [String] {
        let width = scores.indices.map { board.name(of: $0).count }.max() ?? 0
        return scores.indices.map { "\(marks[$0])  \(board.name(of: $0).padded(to: width))  \(scores[$0])" }
    }

    private func dots(_ row: Int) -> String {
        let steps = (0..<columns).map { "•" + across(edges.contains("h\(row),\($0)") ? "─" : " ") }
        return margin("\(row)") + steps.joined() + "•"
    }

    private func boxes(_ row: Int) -> String {
        let steps = (0...columns).map { column in
            (edges.contains("v\(row),\(column)") ? "│" : " ") + (column < columns ? box(row, column) : "")
        }
        return margin() + steps.joined()
    }

    private func box(_ row: Int, _ column: Int) -> String {
        let owners = board.list("boxes").map { $0.array ?? [] }
        guard owners.indices.contains(row), owners[row].indices.contains(column),
            let owner = owners[row][column].integer, marks.indices.contains(owner)
        else { return across(" ") }
        return gap == 3 ? " \(marks[owner]) " : marks[owner]
    }

    private func across(_ character: String) -> String { String(repeating: character, count: gap) }

    private func margin(_ number: String = "") -> String { number.padded(to: rows > 9 ? 3 : 2) }
}
