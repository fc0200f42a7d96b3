import GameRules

/// A cell of a grid, written as the letter of its column and the number of its row.
protocol GridCell: RawRepresentable<String>, Hashable, Codable, JSONWritable, Sendable {
    /// The column from the left, from 0.
    var column: Int { get }
    /// The row from the top, from 0.
    var row: Int { get }

    init(column: Int, row: Int)

    /// The letter of the first of 26 columns, in ASCII.
    static var firstLetter: UInt8 { get }
    /// The numbers that can be read.
    static var numbers: ClosedRange<Int> { get }
}

extension GridCell {
    // NB: by default what has a raw value is compared and hashed by that, a string.
    static func == (one: Self, other: Self) -> Bool { one.column == other.column && one.row == other.row }

    func hash(into hasher: inout Hasher) {
        hasher.combine(column)
        hasher.combine(row)
    }

    /// Reads the notation; whether a grid has the cell is for the rules to say.
    init?(rawValue: String) {
        let digits = rawValue.utf8.dropFirst()
        // NB: `Int` also reads "+1" and "01"; one cell has one name.
        guard let letter = rawValue.utf8.first, (Self.firstLetter..<Self.firstLetter + 26).contains(letter),
            digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            digits.first != UInt8(ascii: "0") || digits.count == 1,
            let number = Int(Substring(digits)), Self.numbers.contains(number)
        else { return nil }
        self.init(column: Int(letter - Self.firstLetter), row: number - 1)
    }

    var rawValue: String { "\(columnLetter)\(row + 1)" }

    var columnLetter: String { String(UnicodeScalar(Self.firstLetter + UInt8(column))) }

    /// The middle of the cell in a picture.
    func center(from corner: SVG.Point, pitch: Double) -> SVG.Point {
        SVG.Point(corner.x + (Double(column) + 0.5) * pitch, corner.y + (Double(row) + 0.5) * pitch)
    }
}

/// A cell of a board: `a1` is top left.
struct Cell: GridCell {
    let column: Int
    let row: Int

    static let firstLetter = UInt8(ascii: "a")
    static let numbers = 1...Int.max
}
