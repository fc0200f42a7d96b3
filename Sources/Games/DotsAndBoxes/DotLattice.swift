import GameRules

/// A line between two neighbouring dots, written as its direction and place: `h0,2` is the one above box (0, 2), `v0,2`
/// the one left of it.
struct DotLine: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    enum Direction: String, Sendable {
        case horizontal = "h"
        case vertical = "v"
    }

    let direction: Direction
    /// The row of the box below a horizontal line, or beside a vertical one; from 0 at the top.
    let row: Int
    /// The column of the box below a horizontal line, or right of a vertical one; from 0 at the left.
    let column: Int

    init(_ direction: Direction, row: Int, column: Int) {
        (self.direction, self.row, self.column) = (direction, row, column)
    }

    /// Reads the notation; whether a board has the line is the lattice's to say.
    init?(rawValue: String) {
        guard let direction = rawValue.first.flatMap({ Direction(rawValue: String($0)) }) else { return nil }
        let place = rawValue.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
        guard place.count == 2, let row = Int(place[0]), let column = Int(place[1]) else { return nil }
        self.init(direction, row: row, column: column)
        // NB: `Int` also reads "+1" and "01"; one line has one name.
        guard self.rawValue == rawValue else { return nil }
    }

    // NB: lines are many, and by default what has a raw value is compared and hashed by that, a string.
    static func == (one: DotLine, other: DotLine) -> Bool {
        one.row == other.row && one.column == other.column && one.direction == other.direction
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(row)
        hasher.combine(column)
        hasher.combine(direction == .vertical)
    }

    // Joined, not interpolated, which takes several times as long: a large board has hundreds of lines.
    var rawValue: String { direction.rawValue + String(row) + "," + String(column) }
}

/// A board of dots: so many rows and columns of boxes, which are numbered row by row.
struct DotLattice: Hashable, Sendable {
    let rows: Int
    let columns: Int

    var lineCount: Int { (rows + 1) * columns + rows * (columns + 1) }

    /// Every line: the horizontal ones row by row, then the vertical ones.
    var lines: [DotLine] {
        (0...rows).flatMap { row in (0..<columns).map { DotLine(.horizontal, row: row, column: $0) } }
            + (0..<rows).flatMap { row in (0...columns).map { DotLine(.vertical, row: row, column: $0) } }
    }

    /// The place of a line that the board has among ``lines``.
    func index(of line: DotLine) -> Int {
        switch line.direction {
        case .horizontal: line.row * columns + line.column
        case .vertical: (rows + 1) * columns + line.row * (columns + 1) + line.column
        }
    }

    func contains(_ line: DotLine) -> Bool {
        switch line.direction {
        case .horizontal: (0...rows).contains(line.row) && (0..<columns).contains(line.column)
        case .vertical: (0..<rows).contains(line.row) && (0...columns).contains(line.column)
        }
    }

    /// Calls a function with the numbers of the one or two boxes that a line borders.
    func forEachBox(beside line: DotLine, _ body: (Int) -> Void) {
        let box = line.row * columns + line.column
        switch line.direction {
        case .horizontal:
            if line.row > 0 { body(box - columns) }
            if line.row < rows { body(box) }
        case .vertical:
            if line.column > 0 { body(box - 1) }
            if line.column < columns { body(box) }
        }
    }
}
