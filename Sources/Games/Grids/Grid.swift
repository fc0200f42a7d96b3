import GameRules

/// A rectangle of marks, as the API's `rows` draw it: top row first, seat 0 is `X`, seat 1 is `O`, empty is `.`.
struct Grid: Hashable, Sendable {
    enum Mark: Character, Hashable, Sendable {
        case empty = "."
        case x = "X"
        case o = "O"

        /// The mark of a seat in a game of two.
        init(of seat: SeatIndex) { self = seat == 0 ? .x : .o }

        /// The mark as it is written.
        var letter: UInt8 {
            switch self {
            case .empty: UInt8(ascii: ".")
            case .x: UInt8(ascii: "X")
            case .o: UInt8(ascii: "O")
            }
        }

        /// Whose mark it is; nil for an empty cell.
        var seat: SeatIndex? {
            switch self {
            case .empty: nil
            case .x: 0
            case .o: 1
            }
        }
    }

    let columns: Int
    /// The marks row by row.
    private var marks: [Mark]

    init(columns: Int, rows: Int) {
        self.columns = columns
        marks = Array(repeating: .empty, count: columns * rows)
    }

    /// The numbers of the rows.
    var rows: Range<Int> { 0..<(columns == 0 ? 0 : marks.count / columns) }

    /// Every cell, row by row.
    var cells: [Cell] { marks.indices.map(cell) }

    /// The number of cells that have a mark.
    var markCount: Int { marks.count { $0 != .empty } }

    var isFull: Bool { !marks.contains(.empty) }

    func contains(_ cell: Cell) -> Bool { rows.contains(cell.row) && (0..<columns).contains(cell.column) }

    subscript(cell: Cell) -> Mark {
        get { marks[cell.row * columns + cell.column] }
        set { marks[cell.row * columns + cell.column] = newValue }
    }

    private func cell(_ index: Int) -> Cell { Cell(column: index % columns, row: index / columns) }
}

/// A grid is coded as its rows: `[".X.", "..O", "..."]`.
extension Grid: Codable, GameJSONWritable {
    init(from decoder: any Decoder) throws {
        let lines = try decoder.singleValueContainer().decode([String].self)
        marks = try lines.joined().map { character in
            guard let mark = Mark(rawValue: character) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "No such mark: \(character)"))
            }
            return mark
        }
        columns = lines.first?.count ?? 0
        guard lines.allSatisfy({ $0.count == columns }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Rows of different lengths"))
        }
    }

    func write(to json: inout JSONWriter) {
        json.array(rows) { json, row in json.string(letters(of: row)) }
    }

    private func letters(of row: Int) -> String {
        String(unsafeUninitializedCapacity: columns) { text in
            for column in 0..<columns { text[column] = marks[row * columns + column].letter }
            return columns
        }
    }
}
