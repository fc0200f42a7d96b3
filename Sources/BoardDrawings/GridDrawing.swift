import JSON

/// Draws a board of squares that each have one character: tic-tac-toe, four in a row and reversi.
struct GridDrawing {
    /// The names of a board's squares, as moves have them.
    enum Numbering {
        case none
        /// Columns by numbers, written below.
        case columns
        /// Columns by letters, written above, and rows by numbers.
        case cells
    }

    private let rows: [String]

    init(_ board: SeenBoard) { rows = board.list("rows").compactMap(\.string) }

    func lines(numbering: Numbering) -> [String] {
        let squares = rows.map { spaced($0.map { $0 == "." ? "·" : $0 }) }
        let columns = rows.first?.count ?? 0
        return switch numbering {
        case .none: squares
        case .columns: squares + [spaced((1...max(1, columns)).map { Character("\($0 % 10)") })]
        case .cells:
            ["  " + spaced("abcdefghijklmnopqrstuvwxyz".prefix(columns))]
                + squares.enumerated().map { "\($0.offset + 1) \($0.element)" }
        }
    }

    private func spaced(_ characters: some Sequence<Character>) -> String {
        characters.map(String.init).joined(separator: " ")
    }
}
