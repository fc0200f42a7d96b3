import GameRules

/// A cell of the sea: `A1` is top left, `J10` bottom right.
struct SeaCell: GridCell {
    let column: Int
    let row: Int

    static let firstLetter = UInt8(ascii: "A")
    /// The rows that can be read. Those outside the sea are among them, and the rules refuse them.
    static let numbers = 0...99

    /// The number of columns and rows that the sea has.
    static let side = 10

    /// Every cell of the sea, row by row.
    static let all = (0..<side * side).map { SeaCell(column: $0 % side, row: $0 / side) }

    /// The cells of the sea besides some of them, row by row.
    static func all(besides cells: some Sequence<SeaCell>) -> [SeaCell] {
        var isLeftOut = Array(repeating: false, count: all.count)
        for cell in cells { isLeftOut[cell.index] = true }
        return all.filter { !isLeftOut[$0.index] }
    }

    var isAtSea: Bool { (0..<Self.side).contains(column) && (0..<Self.side).contains(row) }

    /// The place among ``all``.
    var index: Int { row * Self.side + column }
}
