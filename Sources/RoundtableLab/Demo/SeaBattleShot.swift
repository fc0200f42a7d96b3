import RoundtableModel

/// What came of a shot at sea battle, as the one who fired it sees it.
enum SeaBattleShot {
    case miss, hit, sunk
    /// Only two of the other's ships are afloat.
    case thirdSunk

    /// The newest shot of a view's reader.
    init?(lastOf view: SessionView) {
        guard let shot = view.board["theirs"]?["shots"]?.array?.last else { return nil }
        if shot["sunk"]?.bool == true {
            self = view.cells("theirs", "sunk").count == 3 ? .thirdSunk : .sunk
        } else {
            self = shot["hit"]?.bool == true ? .hit : .miss
        }
    }

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

    var cell: String? {
        let legal = (view.legalMoves ?? []).compactMap(\.string)
        let (open, wounds) = (Set(legal), self.wounds)
        func support(of cell: String) -> Int { Self.runs(from: cell, in: wounds).max() ?? 0 }
        if let best = legal.max(by: { support(of: $0) < support(of: $1) }), support(of: best) > 0 { return best }
        func room(around cell: String) -> Int { Self.runs(from: cell, in: open).reduce(0, +) }
        return legal.shuffled().max { room(around: $0) < room(around: $1) }
    }

    /// The cells that were hit, of ships that are still afloat.
    private var wounds: Set<String> {
        let hits = (view.board["theirs"]?["shots"]?.array ?? []).filter { $0["hit"]?.bool == true }
        return Set(hits.compactMap { $0["cell"]?.string })
            .subtracting(view.cells("theirs", "sunk").flatMap(Self.cells))
    }

    /// The number of cells of a set that follow a cell in each of the four directions, up to 4.
    private static func runs(from cell: String, in cells: Set<String>) -> [Int] {
        guard let (column, row) = place(of: cell) else { return [] }
        return [(1, 0), (-1, 0), (0, 1), (0, -1)].map { right, down in
            (1...4).prefix { cells.contains(name(column + right * $0, row + down * $0)) }.count
        }
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
