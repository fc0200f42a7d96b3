/// A rectangle of marks, as the API's `rows` draw it: top row first, seat 0 is `X`, seat 1 is `O`, empty is `.`.
struct Grid: Hashable, Sendable {
    enum Mark: Character, Hashable, Sendable {
        case empty = "."
        case x = "X"
        case o = "O"

        /// The mark of a seat in a game of two.
        init(of seat: SeatIndex) { self = seat == 0 ? .x : .o }

        /// Whose mark it is; nil for an empty cell.
        var seat: SeatIndex? {
            switch self {
            case .empty: nil
            case .x: 0
            case .o: 1
            }
        }
    }

    private(set) var rows: [[Mark]]

    init(columns: Int, rows: Int) {
        self.rows = Array(repeating: Array(repeating: .empty, count: columns), count: rows)
    }

    var columns: Int { rows.first?.count ?? 0 }

    /// Every cell, row by row.
    var cells: [Cell] {
        rows.indices.flatMap { row in (0..<columns).map { Cell(column: $0, row: row) } }
    }

    /// How many cells have a mark.
    var markCount: Int { rows.joined().count { $0 != .empty } }

    var isFull: Bool { markCount == rows.count * columns }

    func contains(_ cell: Cell) -> Bool { rows.indices.contains(cell.row) && (0..<columns).contains(cell.column) }

    subscript(cell: Cell) -> Mark {
        get { rows[cell.row][cell.column] }
        set { rows[cell.row][cell.column] = newValue }
    }

    /// The stretches of so many equal marks in a row, column or diagonal; longer lines hold several.
    func lines(of length: Int) -> [[Cell]] {
        let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)]
        return cells.filter { self[$0] != .empty }.flatMap { start in
            directions.compactMap { line(from: start, of: length, across: $0, down: $1) }
        }
    }

    /// Equal marks from a cell in one direction; nil if there are not enough.
    private func line(from start: Cell, of length: Int, across: Int, down: Int) -> [Cell]? {
        func cell(_ step: Int) -> Cell { Cell(column: start.column + step * across, row: start.row + step * down) }
        guard contains(cell(length - 1)), (1..<length).allSatisfy({ self[cell($0)] == self[start] }) else { return nil }
        return (0..<length).map(cell)
    }
}

/// A grid is coded as its rows: `[".X.", "..O", "..."]`.
extension Grid: Codable {
    init(from decoder: any Decoder) throws {
        let lines = try decoder.singleValueContainer().decode([String].self)
        rows = try lines.map { line in
            try line.map { character in
                guard let mark = Mark(rawValue: character) else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: decoder.codingPath, debugDescription: "No such mark: \(character)"))
                }
                return mark
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(rows.map { String($0.map(\.rawValue)) })
    }
}
