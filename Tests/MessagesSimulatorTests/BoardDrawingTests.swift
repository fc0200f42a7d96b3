import Foundation
import MessagesSimulator
import RoundtableModel
import Testing

@Suite("Boards drawn with characters")
struct BoardDrawingTests {
    @Test("a chess board is seen from the reader's side", arguments: [nil, 0, 1])
    func chess(you: Int?) {
        let lines = draw("chess", ["fen": "4k3/8/8/8/8/8/PPP5/2KR4 w - - 0 1"], you: you)
        let white = ["2 ♙ ♙ ♙ · · · · ·", "1 · · ♔ ♖ · · · ·", "  a b c d e f g h"]
        let black = ["7 · · · · · · · ·", "8 · · · ♚ · · · ·", "  h g f e d c b a"]
        #expect(lines.count == 9 && lines.suffix(3) == (you == 1 ? black[...] : white[...]))
    }

    @Test("of crazy eights the reader's cards are drawn, and the backs of the others'")
    func cards() {
        let board: GameJSON = ["top": "8C", "suit": "S", "hand": ["KS", "TH", "3H"], "counts": [3, 2, 0], "stock": 9]
        let expected = ["Pile [8♣] → ♠   stock 9", "Player 2  ▒▒ 2", "Player 3  –", "You       3♥ 10♥ K♠"]
        #expect(draw("crazy-eights", board, you: 0) == expected)
        #expect(draw("crazy-eights", board, you: 0, width: 16).suffix(2) == ["You       3♥ 10♥", "          K♠"])
    }

    @Test("a bystander of crazy eights sees no hand, and before the deal there is no table")
    func bystander() {
        let board: GameJSON = ["top": "8C", "suit": "C", "hand": .null, "counts": [3, 2], "stock": 9]
        #expect(draw("crazy-eights", board) == ["Pile [8♣]   stock 9", "Player 1  ▒▒▒ 3", "Player 2  ▒▒ 2"])
        #expect(draw("crazy-eights", ["top": .null]).isEmpty)
    }

    @Test("at sea battle one's own fleet is drawn, and the other's is under fog but for what was shot at")
    func seas() {
        let board: GameJSON = [
            "yours": ["ships": ["A1h2", "J9v2"], "shots": [["cell": "A1", "hit": true]], "sunk": []],
            "theirs": [
                "ships": .null, "sunk": ["B1v2"],
                "shots": [["cell": "B1", "hit": true], ["cell": "B2", "hit": true], ["cell": "C10", "hit": false]],
            ],
        ]
        let lines = draw("sea-battle", board, you: 0)
        #expect(lines[0].hasPrefix("   Your fleet") && lines[0].contains("Theirs"))
        #expect(lines[2] == " 1 ✕ ██· · · · · · · ·  ░░▓▓░░░░░░░░░░░░░░░░")
        #expect(lines[3] == " 2 · · · · · · · · · ·  ░░▓▓░░░░░░░░░░░░░░░░")
        #expect(lines[11] == "10 · · · · · · · · · ██ ░░░░○ ░░░░░░░░░░░░░░")
        #expect(draw("sea-battle", board, you: 0, width: 28)[2] == " 1 ✕█········ ░▓░░░░░░░░")
    }

    @Test("games on a grid are drawn, and of others no board")
    func grids() {
        #expect(draw("tic-tac-toe", ["rows": [".X.", "O..", "..."]]) == ["· X ·", "O · ·", "· · ·"])
        #expect(draw("open", ["state": 1]).isEmpty)
    }

    private func draw(_ game: String, _ board: GameJSON, you: Int? = nil, width: Int = 45) -> [String] {
        let seats = (0..<3).map { SessionView.Seat(seat: $0, state: .taken, you: $0 == you, attribution: "") }
        let view = SessionView(
            id: SessionID(UUID()), game: game, rules: 1, revision: 1, state: .active, you: you, toAct: [], seats: seats,
            board: board)
        return BoardDrawing(of: view, width: width).lines
    }
}
