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

    /// How many columns there are.
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

    /// How many cells have a mark.
    var markCount: Int { marks.count { $0 != .empty } }

    var isFull: Bool { !marks.contains(.empty) }

    func contains(_ cell: Cell) -> Bool { rows.contains(cell.row) && (0..<columns).contains(cell.column) }

    subscript(cell: Cell) -> Mark {
        get { marks[cell.row * columns + cell.column] }
        set { marks[cell.row * columns + cell.column] = newValue }
    }

    /// Whether a cell's mark is one of so many equal ones in a row, column or diagonal.
    func hasLine(of length: Int, through cell: Cell) -> Bool {
        Self.directions.contains { direction in
            1 + run(from: cell, direction) + run(from: cell, (-direction.across, -direction.down)) >= length
        }
    }

    /// How many marks equal to a cell's follow it in one direction.
    private func run(from cell: Cell, _ direction: Direction) -> Int {
        let mark = self[cell]
        var length = 0
        var next = cell.moved(1, direction)
        while contains(next), self[next] == mark {
            length += 1
            next = next.moved(1, direction)
        }
        return length
    }

    /// The stretches of so many equal marks in a row, column or diagonal; longer lines hold several.
    func lines(of length: Int) -> [[Cell]] {
        cells.filter { self[$0] != .empty }.flatMap { start in
            Self.directions.filter { hasLine(from: start, of: length, $0) }.map { direction in
                (0..<length).map { start.moved($0, direction) }
            }
        }
    }

    private typealias Direction = (across: Int, down: Int)

    private static let directions: [Direction] = [(1, 0), (0, 1), (1, 1), (-1, 1)]

    private func cell(_ index: Int) -> Cell { Cell(column: index % columns, row: index / columns) }

    /// Whether there are so many equal marks from a cell in one direction.
    private func hasLine(from start: Cell, of length: Int, _ direction: Direction) -> Bool {
        guard contains(start.moved(length - 1, direction)) else { return false }
        let mark = self[start]
        for step in 1..<length where self[start.moved(step, direction)] != mark { return false }
        return true
    }
}

extension Cell {
    fileprivate func moved(_ steps: Int, _ direction: (across: Int, down: Int)) -> Cell {
        Cell(column: column + steps * direction.across, row: row + steps * direction.down)
    }
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
