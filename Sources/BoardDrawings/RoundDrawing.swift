import JSON

/// Draws the choices of rock, paper, scissors: a row for each seat, a column for each round; as initials if words need
/// too much room, and without the first rounds if initials do. Of the current round a reader sees who has chosen.
struct RoundDrawing {
    private let board: SeenBoard
    private let points: [Int]
    private let rounds: [[JSONValue]]
    private let total: Int
    private let chosen: [Int]

    init(_ board: SeenBoard) {
        self.board = board
        points = board.list("points").map { $0.integer ?? 0 }
        rounds = board.list("rounds").map { $0.array ?? [] }
        total = board.json["totalRounds"]?.integer ?? rounds.count
        chosen = board.list("chosen").compactMap(\.integer)
    }

    var lines: [String] {
        let words = 10
        let cell = margin + columns * words + Self.points.count <= board.width ? words : 3
        let shown = max(0, columns - max(1, (board.width - margin - Self.points.count) / cell))..<columns
        let title = "Round".padded(to: margin) + shown.map { "\($0 + 1)".padded(to: cell) }.joined() + Self.points
        return ["Round \(min(rounds.count + 1, total)) of \(total)", "", title]
            + points.indices.map { seat in
                let cells = shown.map { text(of: seat, in: $0, isWord: cell == words).padded(to: cell) }
                return board.name(of: seat).padded(to: margin) + cells.joined() + "\(points[seat])"
            }
    }

    private static let points = "Points"

    /// The rounds that are over, and the current one.
    private var columns: Int { min(rounds.count + 1, total) }

    /// The columns in front of choices.
    private var margin: Int { max(5, points.indices.map { board.name(of: $0).count }.max() ?? 0) + 2 }

    private func text(of seat: Int, in round: Int, isWord: Bool) -> String {
        if let choice = choice(of: seat, in: round) { return isWord ? choice : choice.prefix(1).uppercased() }
        guard round == rounds.count else { return "–" }
        guard chosen.contains(seat) else { return "·" }
        return isWord ? "chosen" : "✓"
    }

    private func choice(of seat: Int, in round: Int) -> String? {
        if round == rounds.count { return seat == board.reader ? board.json["choice"]?.string : nil }
        return rounds[round].indices.contains(seat) ? rounds[round][seat].string : nil
    }
}
