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

/// A ship and where it lies, written as its bow's cell, `h` or `v`, and its length: `A1h5` covers `A1` to `E1`.
struct Ship: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    /// The cell at its left or upper end.
    let bow: SeaCell
    /// Whether it lies downwards from its bow, not to the right.
    let isVertical: Bool
    /// The number of cells that it covers.
    let length: Int
}

extension Ship {
    /// Reads the notation; whether there is such a ship, and room for it, is the rules' to say.
    init?(rawValue: String) {
        let bytes = Array(rawValue.utf8)
        guard let last = bytes.last, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(last), bytes.count > 2,
            let bow = SeaCell(rawValue: String(decoding: bytes.dropLast(2), as: UTF8.self))
        else { return nil }
        let direction = bytes[bytes.count - 2]
        guard direction == UInt8(ascii: "h") || direction == UInt8(ascii: "v") else { return nil }
        self.init(
            bow: bow, isVertical: direction == UInt8(ascii: "v"), length: Int(last - UInt8(ascii: "0")))
    }

    var rawValue: String { "\(bow.rawValue)\(isVertical ? "v" : "h")\(length)" }

    /// The cells that it covers, from its bow.
    var cells: [SeaCell] { (0..<length).map(cell) }

    /// The cell at its right or lower end.
    var stern: SeaCell { cell(length - 1) }

    private func cell(_ step: Int) -> SeaCell {
        SeaCell(column: bow.column + (isVertical ? 0 : step), row: bow.row + (isVertical ? step : 0))
    }

    func covers(_ cell: SeaCell) -> Bool {
        let (across, down) = (cell.column - bow.column, cell.row - bow.row)
        return isVertical ? across == 0 && (0..<length).contains(down) : down == 0 && (0..<length).contains(across)
    }
}

/// The ships of one seat in the order in which they were named, written with commas: `A1h5,C3v4,…`.
struct Fleet: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    let ships: [Ship]

    init(ships: [Ship]) { self.ships = ships }

    /// Reads the notation, of any number of ships.
    init?(rawValue: String) {
        var ships: [Ship] = []
        for text in rawValue.split(separator: ",", omittingEmptySubsequences: false) {
            guard let ship = Ship(rawValue: String(text)) else { return nil }
            ships.append(ship)
        }
        self.ships = ships
    }

    var rawValue: String { ships.map(\.rawValue).joined(separator: ",") }

    /// The lengths of the ships that every fleet has, longest first.
    static let lengths = [5, 4, 3, 3, 2]

    /// Which of the ships covers a cell; nil where there is open water.
    func number(at cell: SeaCell) -> Int? { ships.firstIndex { $0.covers(cell) } }
}

/// One seat's sea: its fleet, if it has put out, and the shots at it.
struct Sea: Hashable, Sendable {
    let fleet: Fleet?
    let shots: [SeaCell]

    struct Shot: Hashable, Sendable {
        let cell: SeaCell
        /// The ship that it hit, by its number in the fleet; nil for a miss.
        let ship: Int?
        /// Whether that ship went down by it.
        let sunk: Bool
    }

    /// Every shot with its outcome, in order.
    var results: [Shot] {
        guard let fleet else { return [] }
        var hits = Array(repeating: 0, count: fleet.ships.count)
        return shots.map { cell in
            guard let ship = fleet.number(at: cell) else { return Shot(cell: cell, ship: nil, sunk: false) }
            hits[ship] += 1
            return Shot(cell: cell, ship: ship, sunk: hits[ship] == fleet.ships[ship].length)
        }
    }

    var isLost: Bool {
        guard let fleet, shots.count >= Self.cellsOfFleet else { return false }
        return shots.count { fleet.number(at: $0) != nil } == Self.cellsOfFleet
    }

    private static let cellsOfFleet = Fleet.lengths.reduce(0, +)
}

extension [Sea.Shot] {
    /// The ships that went down, by their numbers in the fleet, in that order of time.
    var sunk: [Int] { compactMap { $0.sunk ? $0.ship : nil } }
}
