import GameRules

/// A cell of a grid, written as column letter and row number: `a1` is top left.
struct Cell: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    /// The column from the left, from 0.
    let column: Int
    /// The row from the top, from 0.
    let row: Int

    init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    // NB: by default what has a raw value is compared and hashed by that, a string.
    static func == (one: Cell, other: Cell) -> Bool { one.column == other.column && one.row == other.row }

    func hash(into hasher: inout Hasher) {
        hasher.combine(column)
        hasher.combine(row)
    }

    /// Reads the notation; whether a grid has the cell is the grid's to say.
    init?(rawValue: String) {
        guard let letter = rawValue.first, let column = Self.letters.firstIndex(of: letter),
            let number = Int(rawValue.dropFirst()), number > 0
        else { return nil }
        self.init(column: column, row: number - 1)
        // NB: `Int` also reads "+1" and "01"; one cell has one name.
        guard self.rawValue == rawValue else { return nil }
    }

    var rawValue: String { "\(columnLetter)\(row + 1)" }

    var columnLetter: String { String(Self.letters[column]) }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
}
