import RoundtableModel

/// A shot at sea battle and what came of it, as the one who fired it sees it.
struct SeaBattleShot {
    enum Result {
        case miss, hit, sunk
        /// Only two of the other's ships are afloat.
        case thirdSunk
    }

    let cell: String
    let result: Result

    init?(_ json: JSONValue) {
        guard let cell = json["cell"]?.string else { return nil }
        self.cell = cell
        result = json["sunk"]?.bool == true ? .sunk : json["hit"]?.bool == true ? .hit : .miss
    }

    /// The newest shot of a view's reader.
    init?(lastOf view: SessionView) {
        guard let last = view.board["theirs"]?["shots"]?.array?.last, let shot = SeaBattleShot(last) else { return nil }
        cell = shot.cell
        let isThird = shot.result == .sunk && view.cells("theirs", "sunk").count == 3
        result = isThird ? .thirdSunk : shot.result
    }
}

extension SeaBattleShot.Result {
    /// The comment when it happens for the first time, and why it is worth a look.
    var remark: (what: String, why: String) {
        switch self {
        case .miss: ("water.", "A shot reveals something, so it counts at once, whether its bubble is sent or not.")
        case .hit: ("a hit.", "The one sees a hit in the fog, the other which ship it was.")
        case .sunk: ("a ship goes down.", "Only now does the other phone learn where that ship lay.")
        case .thirdSunk: ("the third ship.", "Two are left, and the bubbles have followed every shot without a tap.")
        }
    }
}

/// Chooses cells to shoot at from a player's own view: next to what was hit, else where the fog is thickest.
struct SeaBattleGunner {
    let view: SessionView

    /// The cell to shoot at; nil if there is none.
    var cell: String? {
        let legal = (view.legalMoves ?? []).compactMap(\.string)
        let open = Set(legal)
        let wounds = self.wounds
        let near = legal.filter { cell in Self.neighbours(of: cell).contains(where: wounds.contains) }
        if let best = near.max(by: { support(of: $0, by: wounds) < support(of: $1, by: wounds) }) { return best }
        return legal.shuffled().max { room(around: $0, in: open) < room(around: $1, in: open) }
    }

    /// The cells that were hit, of ships that are still afloat.
    private var wounds: Set<String> {
        let shots = (view.board["theirs"]?["shots"]?.array ?? []).compactMap { SeaBattleShot($0) }
        let sunk = Set(view.cells("theirs", "sunk").flatMap(Self.cells))
        return Set(shots.filter { $0.result != .miss }.map(\.cell)).subtracting(sunk)
    }

    /// The number of wounds in line with a cell.
    private func support(of cell: String, by wounds: Set<String>) -> Int {
        guard let (column, row) = Self.place(of: cell) else { return 0 }
        return [(1, 0), (-1, 0), (0, 1), (0, -1)].map { step in
            (1...4).prefix { wounds.contains(Self.name(column + step.0 * $0, row + step.1 * $0)) }.count
        }.max() ?? 0
    }

    /// The extent of unknown water in the four directions from a cell.
    private func room(around cell: String, in open: Set<String>) -> Int {
        guard let (column, row) = Self.place(of: cell) else { return 0 }
        return [(1, 0), (-1, 0), (0, 1), (0, -1)].map { step in
            (1...4).prefix { open.contains(Self.name(column + step.0 * $0, row + step.1 * $0)) }.count
        }.reduce(0, +)
    }

    private static func neighbours(of cell: String) -> [String] {
        guard let (column, row) = place(of: cell) else { return [] }
        return [name(column + 1, row), name(column - 1, row), name(column, row + 1), name(column, row - 1)]
    }

    /// The cells of a ship written as bow, direction and length.
    private static func cells(of ship: String) -> [String] {
        guard let (column, row) = place(of: String(ship.dropLast(2))), let length = ship.last?.wholeNumberValue else {
            return []
        }
        let isVertical = ship.dropLast().last == "v"
        return (0..<length).map { name(column + (isVertical ? 0 : $0), row + (isVertical ? $0 : 0)) }
    }

    private static let letters = Array("ABCDEFGHIJ")

    private static func place(of cell: String) -> (column: Int, row: Int)? {
        guard let column = cell.first.flatMap({ letters.firstIndex(of: $0) }), let row = Int(cell.dropFirst()) else {
            return nil
        }
        return (column, row)
    }

    /// The name of a cell; outside the sea, one that no cell has.
    private static func name(_ column: Int, _ row: Int) -> String {
        letters.indices.contains(column) ? "\(letters[column])\(row)" : ""
    }
}
