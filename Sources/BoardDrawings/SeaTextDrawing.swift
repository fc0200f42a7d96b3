import JSON

/// Draws the two seas of sea battle next to each other: the reader's own with its fleet, the other one under fog.
struct SeaTextDrawing {
    private let seas: [ShownSea]
    private let titles: [String]
    private let width: Int

    init(_ board: SeenBoard) {
        let isYours = board.json["yours"]?.object != nil
        let waters = isYours ? [board.json["yours"], board.json["theirs"]].compactMap(\.self) : board.list("seats")
        seas = waters.map { ShownSea($0) }
        titles = isYours ? ["Your fleet", "Theirs"] : waters.indices.map { board.name(of: $0) }
        width = board.width
    }

    /// NB: only the first sea has its rows numbered, or two of them would not fit on half of a terminal.
    var lines: [String] {
        guard seas.count == 2 else { return [] }
        let cell = width >= 3 + 2 * ShownSea.side * 2 + 1 ? 2 : 1
        let columns = ShownSea.letters.map { String($0).padded(to: cell) }.joined()
        let head = zip(titles, ["   ", " "]).map {
            $1 + $0.cut(to: ShownSea.side * cell).padded(to: ShownSea.side * cell)
        }
        .joined()
        let rows = (0..<ShownSea.side).map { row -> String in
            let number = row == ShownSea.side - 1 ? "10" : " \(row + 1)"
            return "\(number) \(seas[0].row(row, cell: cell)) \(seas[1].row(row, cell: cell))"
        }
        return [head, "   \(columns) \(columns)"] + rows
    }
}

/// One sea as the reader may see it.
private struct ShownSea {
    static let side = 10
    static let letters = "ABCDEFGHIJ"

    private let ships: Set<String>
    private let sunk: Set<String>
    /// The cells that were shot at, and whether something was hit.
    private let shots: [String: Bool]
    private let isFoggy: Bool

    init(_ json: JSONValue) {
        func cells(_ name: String) -> Set<String> {
            Set((json[name]?.array ?? []).compactMap(\.string).flatMap(Self.cells))
        }
        isFoggy = json["ships"]?.array == nil
        ships = cells("ships")
        sunk = cells("sunk")
        let pairs = (json["shots"]?.array ?? []).compactMap { shot in
            shot["cell"]?.string.map { ($0, shot["hit"]?.bool ?? false) }
        }
        shots = Dictionary(pairs) { $1 }
    }

    func row(_ row: Int, cell width: Int) -> String {
        Self.letters.map { symbol(at: "\($0)\(row + 1)", width) }.joined()
    }

    private func symbol(at cell: String, _ width: Int) -> String {
        func filled(_ symbol: String) -> String { String(repeating: symbol, count: width) }
        if sunk.contains(cell) { return filled("▓") }
        if let hit = shots[cell] { return (hit ? "✕" : "○").padded(to: width) }
        if ships.contains(cell) { return filled("█") }
        return isFoggy ? filled("░") : "·".padded(to: width)
    }

    /// The cells of a ship written as bow, direction and length, such as `A1h5`.
    private static func cells(of ship: String) -> [String] {
        guard let match = ship.wholeMatch(of: /([A-J])(10|[1-9])([hv])([1-9])/),
            let column = letters.firstIndex(of: match.1.first ?? " "), let row = Int(match.2), let length = Int(match.4)
        else { return [] }
        let across = letters.distance(from: letters.startIndex, to: column)
        let letters = Array(letters)
        return (0..<length).compactMap { step in
            let (column, row) = match.3 == "v" ? (across, row + step) : (across + step, row)
            return letters.indices.contains(column) ? "\(letters[column])\(row)" : nil
        }
    }
}
