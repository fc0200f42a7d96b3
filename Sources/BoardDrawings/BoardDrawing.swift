package import RoundtableJSON

/// Draws any game's board with characters, as one reader may see it: its `rows`, where it has such, else its JSON.
package struct BoardDrawing: Sendable {
    /// The lines; none while there is nothing to see, as before cards are dealt. They hold no control characters, which
    /// would make a terminal do something, whatever an app has put into its state.
    package let lines: [String]

    package init(of board: GameJSON, width: Int) {
        let json = board.value
        let lines = Self.grid(json["rows"]) ?? JSONDrawing(json: json, width: width).lines
        self.lines = lines.map(\.printable)
    }

    /// Squares that each have one character; nil for anything else.
    private static func grid(_ rows: JSONValue?) -> [String]? {
        guard let rows = rows?.array else { return nil }
        let texts = rows.compactMap(\.string)
        guard texts.count == rows.count else { return nil }
        return texts.map { row in row.map { $0 == "." ? "·" : String($0) }.joined(separator: " ") }
    }
}
