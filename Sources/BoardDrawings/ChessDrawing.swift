import JSON

/// Draws a chess board from its FEN; the reader's pieces are below, a bystander sees it from White's side.
struct ChessDrawing {
    private let ranks: [Substring]
    private let isTurned: Bool

    init(_ board: SeenBoard) {
        ranks = (board.json["fen"]?.string ?? "").prefix { $0 != " " }.split(separator: "/")
        isTurned = board.reader == 1
    }
    var lines: [String] {
        guard !ranks.isEmpty else { return [] }
        let rows = ranks.enumerated().map { "\(8 - $0.offset) \(inOrder(squares($0.element)).joined(separator: " "))" }
        let files = inOrder("abcdefgh".map(String.init)).joined(separator: " ")
        return inOrder(rows) + ["  \(files)"]
    }

    private func squares(_ rank: Substring) -> [String] {
        rank.flatMap { character in
            if let count = character.wholeNumberValue { return Array(repeating: "·", count: count) }
            return [Self.pieces[character, default: "?"]]
        }
    }

    private func inOrder(_ parts: [String]) -> [String] { isTurned ? parts.reversed() : parts }

    private static let pieces: [Character: String] = [
        "K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘", "P": "♙",
        "k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟",
    ]
}
