import GameRules

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
