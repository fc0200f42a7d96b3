import JSON

/// Draws the dice of yacht and the sheets of all seats, next to each other as far as there is room.
struct ScoreDrawing {
    private static let categories = [
        "ones", "twos", "threes", "fours", "fives", "sixes", "full-house", "four-of-a-kind", "little-straight",
        "big-straight", "choice", "yacht",
    ]
    private static let margin = categories.map(\.count).max() ?? 0

    private let board: SeenBoard
    private let sheets: [[JSONName: Int]]
    /// The columns of a sheet.
    private let column: Int

    init(_ board: SeenBoard) {
        self.board = board
        sheets = board.list("scores").map { ($0.object ?? [:]).compactMapValues(\.integer) }
        column = 2 + max(3, min(8, sheets.indices.map { board.name(of: $0).count }.max() ?? 0))
    }

    var lines: [String] {
        let perTable = max(1, (board.width - Self.margin) / column)
        let tables = stride(from: 0, to: sheets.count, by: perTable).map { first in
            table(of: Array(sheets.indices[first..<min(first + perTable, sheets.count)]))
        }
        return [dice] + tables.flatMap { [""] + $0 }
    }

    private var dice: String {
        let faces = board.list("dice").compactMap(\.integer)
        let left = board.json["rollsLeft"]?.integer ?? 0
        let rolled = faces.isEmpty ? "not rolled" : faces.map { "[\($0)]" }.joined(separator: " ")
        return "\(rolled)   \(left) \(left == 1 ? "roll" : "rolls") left"
    }

    private func table(of seats: [Int]) -> [String] {
        let rows = Self.categories.map { category in
            row(category, seats.map { seat in sheets[seat][JSONName(category)].map(String.init) ?? "·" })
        }
        let totals = seats.map { String(sheets[$0].values.reduce(0, +)) }
        return [row("", seats.map { board.name(of: $0).cut(to: column - 2) })] + rows + [row("total", totals)]
    }

    private func row(_ title: String, _ cells: [String]) -> String {
        title.padded(to: Self.margin) + cells.map { $0.padded(to: column, atFront: true) }.joined()
    }
}
