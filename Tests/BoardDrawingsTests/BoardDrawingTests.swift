import BoardDrawings
import RoundtableJSON
import Testing

@Suite("Boards drawn with characters")
struct BoardDrawingTests {
    @Test("a board with rows is drawn as a grid")
    func grids() {
        #expect(draw(["rows": [".X.", "O..", "..."]]) == ["· X ·", "O · ·", "· · ·"])
        #expect(draw(["rows": ["..", ".H"], "next": 1]) == ["· ·", "· H"])
    }

    @Test("any other board is shown as JSON, also if what it calls rows are none")
    func other() {
        #expect(draw(["rows": 2, "columns": 3]) == [#"{"columns": 3, "rows": 2}"#])
        #expect(draw(["rows": ["..", 1]]) == [#"{"rows": ["..", 1]}"#])
        #expect(draw([:]).isEmpty && draw(["top": .null]).isEmpty)
    }

    @Test("JSON is indented where it is long, and no more than fits")
    func state() {
        let board: GameJSON = ["state": ["turn": 1, "words": ["quilt", "fjord", "nymph"]], "rolled": .null]
        #expect(draw(board, width: 60) == [#"{"state": {"turn": 1, "words": ["quilt", "fjord", "nymph"]}}"#])
        let indented = [
            "{", "  \"state\": {", "    \"turn\": 1,", #"    "words": ["quilt", "fjord", "nymph"]"#, "  }", "}",
        ]
        #expect(draw(board) == indented)
        let numbers = JSONValue.array((0..<100).map { .integer($0) })
        let long = draw(["state": numbers])
        #expect(long.count == 40 && long[2] == "    0," && long.last == "… and 65 more lines")
        let text = JSONValue.string(String(repeating: "a", count: 100))
        #expect(draw(["state": text], width: 20)[1] == #"  "state": "aaaaaaa…"#)
    }

    @Test("what an app has put into its state can't make a terminal do anything")
    func controls() {
        let line = draw(["state": "a\u{9B}2J\u{202E}b\u{1B}[2J\u{7F}👩‍🚀"], width: 80)[0]
        #expect(line == #"{"state": "a\u009b2J\u202eb\u001b[2J\u007f👩‍🚀"}"#)
    }

    private func draw(_ board: GameJSON, width: Int = 45) -> [String] { BoardDrawing(of: board, width: width).lines }
}
