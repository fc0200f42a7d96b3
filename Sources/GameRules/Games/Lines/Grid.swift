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
        return cells.flatMap { start in
            directions.map { across, down in
                (0..<length).map { Cell(column: start.column + $0 * across, row: start.row + $0 * down) }
            }
        }
        .filter { line in line.allSatisfy(contains) && Set(line.map { self[$0] }).count == 1 && self[line[0]] != .empty
        }
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
