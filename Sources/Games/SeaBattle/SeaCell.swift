import GameRules

/// A cell of the sea, written as column letter and row number: `A1` is top left, `J10` bottom right.
struct SeaCell: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    /// The column from the left, from 0.
    let column: Int
    /// The row from the top, from 0.
    let row: Int

    init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    // NB: by default what has a raw value is compared and hashed by that, a string.
    static func == (one: SeaCell, other: SeaCell) -> Bool { one.column == other.column && one.row == other.row }

    func hash(into hasher: inout Hasher) {
        hasher.combine(column)
        hasher.combine(row)
    }

    /// Reads the notation; a cell outside the sea is readable too, for the rules to refuse.
    init?(rawValue: String) {
        var bytes = Array(rawValue.utf8)[...]
        guard let letter = bytes.popFirst(), (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter),
            (1...2).contains(bytes.count), bytes.first != UInt8(ascii: "0") || bytes.count == 1
        else { return nil }
        var number = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self.init(column: Int(letter - UInt8(ascii: "A")), row: number - 1)
    }

    var rawValue: String { "\(columnLetter)\(row + 1)" }

    var columnLetter: Character { Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column))) }

    /// The number of columns and rows that the sea has.
    static let side = 10

    /// Every cell of the sea, row by row.
    static let all = (0..<side * side).map { SeaCell(column: $0 % side, row: $0 / side) }

    /// Whether the sea has the cell.
    var isAtSea: Bool { (0..<Self.side).contains(column) && (0..<Self.side).contains(row) }

    /// The place among ``all``.
    var index: Int { row * Self.side + column }
}
