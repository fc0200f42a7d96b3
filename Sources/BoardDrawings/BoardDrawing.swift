package import JSON

/// Draws a game's board with characters, as one reader may see it.
package struct BoardDrawing: Sendable {
    /// The lines; none while there is nothing to see, as before cards are dealt. They hold no control characters, which
    /// would make a terminal do something, whatever an app has put into its state.
    package let lines: [String]

    /// Draws a board in so many columns.
    ///
    /// A game that doesn't come with the service is drawn by its `rows`, if its board has such; else its JSON is shown.
    ///
    /// - Parameters:
    ///   - game: the game's name.
    ///   - json: the board as the reader may see it.
    ///   - reader: the reader's seat; nil for a bystander.
    ///   - names: the names of the seats.
    package init(of game: String, _ json: GameJSON, for reader: Int?, names: [String], width: Int) {
        let board = SeenBoard(json: json.value, reader: reader, names: names, width: width)
        let drawn =
            switch game {
            case "chess": ChessDrawing(board).lines
            case "crazy-eights": CardTextDrawing(board).lines
            case "dots-and-boxes": LatticeDrawing(board).lines
            case "four-in-a-row": GridDrawing(board).lines(numbering: .columns)
            case "ice-cream": IceCreamDrawing(board).lines
            case "rock-paper-scissors": RoundDrawing(board).lines
            case "sea-battle": SeaTextDrawing(board).lines
            case "tic-tac-toe", "reversi": GridDrawing(board).lines(numbering: .cells)
            case "yacht": ScoreDrawing(board).lines
            case _ where board.json["rows"]?.array != nil: GridDrawing(board).lines(numbering: .none)
            default: JSONDrawing(board).lines
            }
        lines = drawn.map(\.withoutControls)
    }
}
