package import RoundtableModel

/// Draws a game's board with characters, as one reader may see it.
package struct BoardDrawing: Sendable {
    /// The lines; none if the game's board can't be drawn with characters.
    package let lines: [String]

    /// Draws the board of a view in so many columns.
    package init(of view: SessionView, width: Int) {
        lines =
            switch view.game {
            case "chess": ChessDrawing(view).lines
            case "crazy-eights": CardDrawing(view, width: width).lines
            case "sea-battle": SeaDrawing(view, width: width).lines
            default: Self.grid(view.board)
            }
    }

    /// Tic-tac-toe, four in a row and reversi.
    private static func grid(_ board: GameJSON) -> [String] {
        (board["rows"]?.array ?? []).compactMap(\.string).map { row in
            row.map { $0 == "." ? "·" : String($0) }.joined(separator: " ")
        }
    }
}
