import BoardDrawings
import RoundtableModel

/// Draws live bubbles with characters, as the app on one device would: from the view of its owner and nothing else.
///
/// NB: an app never learns the names in the owner's contacts, so others go by their nicknames.
enum LiveDrawing {
    /// The lines of the bubble: the board, as far as it can be drawn with characters, above the caption.
    static func lines(of content: LiveContent, width: Int) -> [String] {
        let board = content.view.map { BoardDrawing(of: $0.board, width: width).lines } ?? []
        return centred(board, in: width) + (board.isEmpty ? [] : [""]) + caption(of: content)
    }

    /// A board whose lines are all as long stands in the middle.
    private static func centred(_ board: [String], in width: Int) -> [String] {
        guard let first = board.first, board.allSatisfy({ $0.count == first.count }) else { return board }
        let margin = String(repeating: " ", count: max(0, (width - first.count) / 2))
        return board.map { margin + $0 }
    }

    /// The latest event, and whose turn it is.
    static func caption(of content: LiveContent) -> [String] {
        switch content {
        case .loading: ["…"]
        case .refused: ["This game is not shown to you."]
        case .showing(let view): [view.message?.summaryText, turn(in: view)].compactMap { $0 }
        }
    }

    /// A seat as the owner of the device is told of it.
    static func name(of seat: Int, in view: SessionView) -> String {
        guard seat != view.you, view.seats.indices.contains(seat) else { return "You" }
        return view.seats[seat].nickname ?? "Player \(seat + 1)"
    }

    private static func turn(in view: SessionView) -> String? {
        if let you = view.you, view.toAct.contains(you) { return "Your turn" }
        guard !view.toAct.isEmpty else { return nil }
        return "To act: " + view.toAct.map { name(of: $0, in: view) }.joined(separator: ", ")
    }
}
