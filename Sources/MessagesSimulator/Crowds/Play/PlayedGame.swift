package import RoundtableModel

/// A game that crowds play, with what they and their oracle know of it.
package enum PlayedGame: String, Sendable, CaseIterable {
    case chess, open, reversi, yacht
    case crazyEights = "crazy-eights"
    case dotsAndBoxes = "dots-and-boxes"
    case fourInARow = "four-in-a-row"
    case iceCream = "ice-cream"
    case rockPaperScissors = "rock-paper-scissors"
    case seaBattle = "sea-battle"
    case ticTacToe = "tic-tac-toe"

    /// Whether not everybody sees the same board.
    var hasSecrets: Bool { [.crazyEights, .open, .rockPaperScissors, .seaBattle].contains(self) }

    /// Whether whoever has moved may be the next to play: draw or roll on, or shoot first having placed last.
    var mayGoOn: Bool { [.crazyEights, .seaBattle, .yacht].contains(self) }

    /// Whether a move shows its author something, whoever looks at the game: it is never a draft.
    func reveals(_ move: GameJSON) -> Bool {
        let word = move.string?.split(separator: " ").first
        return switch self {
        case .crazyEights: word == "draw"
        case .open: move["roll"] != nil
        case .seaBattle: word != "place"
        case .yacht: word == "roll" || word == "keep"
        case .chess, .dotsAndBoxes, .fourInARow, .iceCream, .reversi, .rockPaperScissors, .ticTacToe: false
        }
    }

    /// One of the legal moves, or one that is legal where there are too many to list; nil if there is none.
    package func move(in view: SessionView, using random: inout SeededRandom) -> GameJSON? {
        guard view.legalMoves == nil else { return view.legalMoves?.randomElement(using: &random) }
        switch self {
        case .seaBattle: return GameJSON(text: "place " + Self.fleet(using: &random).joined(separator: ","))
        case .open: return Self.openMove(using: &random)
        case .chess, .crazyEights, .dotsAndBoxes, .fourInARow, .iceCream, .reversi, .rockPaperScissors, .ticTacToe,
            .yacht:
            return nil
        }
    }

    /// Five ships that don't overlap.
    private static func fleet(using random: inout SeededRandom) -> [String] {
        var ships: [String] = []
        var used: Set<[Int]> = []
        for length in [5, 4, 3, 3, 2] {
            while true {
                let isAcross = Bool.random(using: &random)
                let (along, across) = (
                    Int.random(in: 0...(10 - length), using: &random), Int.random(in: 0..<10, using: &random)
                )
                let cells = (along..<along + length).map { isAcross ? [$0, across] : [across, $0] }
                guard used.isDisjoint(with: cells) else { continue }
                used.formUnion(cells)
                let letter = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"][cells[0][0]]
                ships.append("\(letter)\(cells[0][1] + 1)\(isAcross ? "h" : "v")\(length)")
                break
            }
        }
        return ships
    }

    /// Mostly a change of one member; seldom dice, or the end.
    private static func openMove(using random: inout SeededRandom) -> GameJSON {
        let (kind, member) = (Int.random(in: 1...20, using: &random), Int.random(in: 0..<4, using: &random))
        return switch kind {
        case 1: ["outcome": ["winners": [0]]]
        case 2...4: ["roll": [6, 6]]
        case 5...7: ["patch": ["m\(member)": .integer(kind)], "private": ["\(member % 2)": "for one"]]
        default: ["patch": .object(["m\(member)": .integer(kind)])]
        }
    }
}
