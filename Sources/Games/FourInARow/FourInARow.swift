import GameRules

/// Four in a row: discs fall to the bottom of a rack of seven columns and six rows.
///
/// Source: Connect Four, rules of Milton Bradley, 1974: red begins here, for somebody has to; four in a row, column or
/// diagonal win, and a full rack without is a draw.
struct FourInARow: LineGame {
    /// A column by its number, from 1 at the left.
    struct Column: RawRepresentable, Hashable, Codable, Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }

        init?(rawValue: String) {
            // NB: `Int` also reads "+1" and "01"; one column has one name.
            guard let number = Int(rawValue), String(number) == rawValue else { return nil }
            self.number = number
        }

        var rawValue: String { String(number) }
    }

    typealias Move = Column

    let name: GameName = "four-in-a-row"
    let lineLength = 4

    /// Fills the rack in 42 moves, with four in a row nowhere.
    func examplePlay(seats: Int) -> [ExampleMove] {
        "447521133627261451656665417544122233375773".enumerated().map { number, column in
            ExampleMove(GameJSON(text: String(column)), by: SeatIndex(number % 2))
        }
    }

    var description: GameDescription { GameDescription(of: name, examples: ["4"]) }

    func setUp(_ options: NoOptions, seats: Int) -> LinePosition {
        LinePosition(rows: Grid(columns: 7, rows: 6))
    }

    func target(of move: Column, in grid: Grid) throws(MoveRejection) -> Cell {
        guard (1...grid.columns).contains(move.number) else {
            throw FourInARowRefusal.noSuchColumn.rejection
        }
        let column = move.number - 1
        guard let lowest = grid.rows.last(where: { grid[Cell(column: column, row: $0)] == .empty }) else {
            throw FourInARowRefusal.columnFull.rejection
        }
        return Cell(column: column, row: lowest)
    }

    var notation: [Column] { (1...7).map { Column($0) } }
}

enum FourInARowRefusal: String, MoveRefusal {
    case noSuchColumn = "no_such_column"
    case columnFull = "column_full"
}
