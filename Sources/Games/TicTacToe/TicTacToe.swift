import GameRules

/// Tic-tac-toe: three in a row on nine cells.
///
/// Source: "Tic-tac-toe", Wikipedia, after D. Parlett, *The Oxford History of Board Games* (1999): X begins, whoever
/// has three in a row, column or diagonal wins, and a full board without is a draw.
struct TicTacToe: LineGame {
    typealias Move = Cell

    let name: GameName = "tic-tac-toe"
    let lineLength = 3

    var description: GameDescription { GameDescription(of: name, examples: ["b2"]) }

    func setUp(_ options: NoOptions, seats: Int) -> LinePosition {
        LinePosition(rows: Grid(columns: 3, rows: 3))
    }

    func target(of move: Cell, in grid: Grid) throws(MoveRejection) -> Cell {
        guard grid.contains(move) else { throw TicTacToeRefusal.noSuchCell.rejection }
        guard grid[move] == .empty else { throw TicTacToeRefusal.cellTaken.rejection }
        return move
    }

    var notation: [Cell] { Grid(columns: 3, rows: 3).cells }
}

enum TicTacToeRefusal: String, MoveRefusal {
    case noSuchCell = "no_such_cell"
    case cellTaken = "cell_taken"
}
