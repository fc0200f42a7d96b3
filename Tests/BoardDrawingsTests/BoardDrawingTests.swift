import BoardDrawings
import JSON
import Testing

@Suite("Boards drawn with characters")
struct BoardDrawingTests {
    @Test("a chess board is seen from the reader's side", arguments: [nil, 0, 1])
    func chess(reader: Int?) {
        let lines = draw("chess", ["fen": "4k3/8/8/8/8/8/PPP5/2KR4 w - - 0 1"], reader: reader)
        let white = ["2 ♙ ♙ ♙ · · · · ·", "1 · · ♔ ♖ · · · ·", "  a b c d e f g h"]
        let black = ["7 · · · · · · · ·", "8 · · · ♚ · · · ·", "  h g f e d c b a"]
        #expect(lines.count == 9 && lines.suffix(3) == (reader == 1 ? black[...] : white[...]))
    }

    @Test("of crazy eights the reader's cards are drawn, and the backs of the others'")
    func cards() {
        let board: GameJSON = ["top": "8C", "suit": "S", "hand": ["KS", "TH", "3H"], "counts": [3, 2, 0], "stock": 9]
        let expected = ["Pile [8♣] → ♠   stock 9", "Player 2  ▒▒ 2", "Player 3  –", "You       3♥ 10♥ K♠"]
        #expect(draw("crazy-eights", board, reader: 0) == expected)
        #expect(draw("crazy-eights", board, reader: 0, width: 16).suffix(2) == ["You       3♥ 10♥", "          K♠"])
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
        let lines = draw("sea-battle", board, reader: 0)
        #expect(lines[0].hasPrefix("   Your fleet") && lines[0].contains("Theirs"))
        #expect(lines[2] == " 1 ✕ ██· · · · · · · ·  ░░▓▓░░░░░░░░░░░░░░░░")
        #expect(lines[3] == " 2 · · · · · · · · · ·  ░░▓▓░░░░░░░░░░░░░░░░")
        #expect(lines[11] == "10 · · · · · · · · · ██ ░░░░○ ░░░░░░░░░░░░░░")
        #expect(draw("sea-battle", board, reader: 0, width: 28)[2] == " 1 ✕█········ ░▓░░░░░░░░")
    }

    @Test("games on a grid are drawn, their squares numbered as moves name them")
    func grids() {
        #expect(draw("tic-tac-toe", ["rows": [".X.", "O..", "..."]]) == ["  a b c", "1 · X ·", "2 O · ·", "3 · · ·"])
        let rows: GameJSON = ["rows": [".......", "..OX..."]]
        #expect(draw("four-in-a-row", rows) == ["· · · · · · ·", "· · O X · · ·", "1 2 3 4 5 6 7"])
        #expect(draw("halma", ["rows": ["..", ".H"], "next": 1]) == ["· ·", "· H"])
    }

    @Test("of dots and boxes the lines are drawn, and in a full box the mark of whoever owns it")
    func lattice() {
        let board: GameJSON = [
            "rows": 2, "columns": 2, "edges": ["h0,0", "h1,0", "v0,0", "v0,1", "v1,2"],
            "boxes": [[1, .null], [.null, .null]], "scores": [0, 1],
        ]
        let expected = [
            "  0   1   2   ", "0 •───•   •", "  │ 2 │    ", "1 •───•   •", "          │", "2 •   •   •", "",
            "1  Player 1  0", "2  Player 2  1",
        ]
        #expect(draw("dots-and-boxes", board) == expected)
        let narrow = draw("dots-and-boxes", board, names: ["Amber", "Aron"], width: 11)
        #expect(narrow.prefix(3) == ["  0 1 2 ", "0 •─• •", "  │B│  "] && narrow.last == "B  Aron   1")
    }

    @Test("of yacht the dice and the sheets are drawn, in several tables where one has no room")
    func sheets() {
        let board: GameJSON = [
            "dice": [1, 1, 6, 3, 2], "rollsLeft": 1, "scores": [["ones": 3, "yacht": 50], [:]],
        ]
        let lines = draw("yacht", board)
        #expect(lines[0] == "[1] [1] [6] [3] [2]   1 roll left")
        #expect(lines[2...3] == ["                 Player 1  Player 2", "ones                    3         ·"])
        #expect(lines.suffix(2) == ["yacht                  50         ·", "total                  53         0"])
        let narrow = draw("yacht", board, width: 28)
        #expect(narrow.count == 1 + 2 * 15 && narrow.allSatisfy { $0.count <= 34 })
        #expect(draw("yacht", ["dice": [], "rollsLeft": 3, "scores": [[:]]])[0] == "not rolled   3 rolls left")
    }

    @Test("of rock, paper, scissors the rounds are drawn, and of the current one who has chosen")
    func rounds() {
        let board: GameJSON = [
            "round": 2, "totalRounds": 3, "chosen": [1], "choice": .null, "rounds": [["rock", .null, "paper"]],
            "points": [0, 0, 1],
        ]
        let expected = [
            "Round 2 of 3", "", "Round     1         2         Points", "Player 1  rock      ·         0",
            "Player 2  –         chosen    0", "Player 3  paper     ·         1",
        ]
        #expect(draw("rock-paper-scissors", board) == expected)
        #expect(draw("rock-paper-scissors", board, width: 30)[4] == "Player 2  –  ✓  0")
        #expect(draw("rock-paper-scissors", board, width: 20)[3...4] == ["Player 1  ·  0", "Player 2  ✓  0"])
    }

    @Test("a reader of rock, paper, scissors sees their own choice of the current round, and a bystander nobody's")
    func choice() {
        let board: GameJSON = [
            "round": 1, "totalRounds": 1, "chosen": [0, 1], "choice": "rock", "rounds": [], "points": [0, 0],
        ]
        #expect(draw("rock-paper-scissors", board, reader: 0).suffix(2).contains("You       rock      0"))
        #expect(!draw("rock-paper-scissors", board).contains { $0.contains("rock") })
    }

    @Test("of an ice cream the parts are listed, and who added them")
    func iceCream() {
        let toppings: JSONValue = [["seat": 0, "part": "topping01"], ["seat": 2, "part": "topping05"]]
        let board: GameJSON = ["base": "base01", "scoops": "scoops05", "toppings": toppings]
        let expected = [
            "Base      base01", "Scoops    scoops05", "Toppings  topping01  Player 1", "          topping05  Player 3",
        ]
        #expect(draw("ice-cream", board) == expected)
        #expect(draw("ice-cream", ["base": .null, "toppings": []]) == ["Base      –", "Scoops    –", "Toppings  –"])
    }

    @Test("of an open game the state is shown, indented where it is long, and no more than fits")
    func state() {
        let board: GameJSON = ["state": ["turn": 1, "words": ["quilt", "fjord", "nymph"]], "rolled": .null]
        #expect(draw("open", board, width: 60) == [#"{"state": {"turn": 1, "words": ["quilt", "fjord", "nymph"]}}"#])
        let indented = [
            "{", "  \"state\": {", "    \"turn\": 1,", #"    "words": ["quilt", "fjord", "nymph"]"#, "  }", "}",
        ]
        #expect(draw("open", board) == indented)
        let numbers = JSONValue.array((0..<100).map { .integer($0) })
        let long = draw("open", ["state": numbers])
        #expect(long.count == 40 && long[2] == "    0," && long.last == "… and 65 more lines")
        let text = JSONValue.string(String(repeating: "a", count: 100))
        #expect(draw("open", ["state": text], width: 20)[1] == #"  "state": "aaaaaaa…"#)
    }

    @Test("what an app has put into its state can't make a terminal do anything")
    func controls() {
        let line = draw("open", ["state": "a\u{9B}2J\u{202E}b\u{1B}[2J\u{7F}👩‍🚀"], width: 80)[0]
        #expect(line == #"{"state": "a�2J�b\u001b[2J�👩‍🚀"}"#)
    }

    private func draw(
        _ game: String, _ board: GameJSON, reader: Int? = nil,
        names: [String] = ["Player 1", "Player 2", "Player 3"], width: Int = 45
    ) -> [String] {
        var names = names
        if let reader { names[reader] = "You" }
        return BoardDrawing(of: game, board, for: reader, names: names, width: width).lines
    }
}
