import GameRules
import Testing

@Suite("Four in a row")
struct FourInARowTests {
    @Test("discs fall to the lowest free place of their column")
    func falling() throws {
        let play = try Play("four-in-a-row").moves("4 4 4 1 7")
        #expect(
            try play.drawing == """
                .......
                .......
                .......
                ...X...
                ...O...
                O..X..X
                """)
        #expect(
            play.board == #"{"rows":[".......",".......",".......","...X...","...O...","O..X..X"]}"#)
        #expect(play.toAct == [1])
    }

    @Test(
        "four in line win, whichever way the line goes",
        arguments: [
            ("1 1 2 2 3 3 4", 0), ("4 7 5 7 6 7 1 7", 1), ("1 2 1 2 1 2 1", 0),
            ("1 2 2 3 3 4 3 4 4 6 4", 0), ("7 6 6 5 5 4 5 4 4 2 4", 0), ("1 1 2 2 4 4 3", 0),
        ] as [(String, SeatIndex)])
    func wins(script: String, winner: SeatIndex) throws {
        let play = try Play("four-in-a-row").moves(script)
        #expect(play.outcome == .won(by: winner))
        #expect(play.toAct.isEmpty)
        #expect(try play.legalMoves(for: winner).isEmpty)
    }

    @Test("a line does not go on round the edge of the rack")
    func edges() throws {
        let play = try Play("four-in-a-row").moves("5 5 6 6 7 7 1 1")
        #expect(play.outcome == nil)
    }

    @Test("a full rack without a line is a draw")
    func draw() throws {
        let play = try Play("four-in-a-row").moves(
            "7 5 7 3 4 1 1 3 2 7 7 3 5 7 5 6 4 7 2 6 2 4 1 6 3 2 3 1 3 4 6 5 2 2 5 4 6 5 4 6 1 1")
        #expect(
            try play.drawing == """
                OOXXOOO
                XXXOXXO
                OOXOOXX
                XXOOXOO
                XXOXXOX
                OXOXOOX
                """)
        #expect(play.outcome == .drawn)
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("3", "column_full"), ("0", "no_such_column"), ("8", "no_such_column"), ("-1", "no_such_column"),
            ("01", "unreadable"), ("+1", "unreadable"), ("a", "unreadable"), ("", "unreadable"),
        ])
    func refusals(move: String, reason: String) throws {
        let play = try Play("four-in-a-row").moves("3 3 3 3 3 3")
        #expect(try play.reason(against: move, by: 0) == reason)
        #expect(try play.legalMoves(for: 0) == ["1", "2", "4", "5", "6", "7"])
    }

    @Test("a message tells the column, the end, and what VoiceOver reads of the rack")
    func messages() throws {
        let play = try Play("four-in-a-row").moves("1 2 1 2 1 7")
        let move = try play.message(for: "2", by: 0)
        #expect(move.caption.english == "<mover> played column 2")
        #expect(move.subcaption?.english == "<seat 1> to play")
        #expect(move.trailingCaption?.english == "Move 7")
        #expect(
            move.accessibilityLabel?.english == "<mover> played column 2. Discs from the bottom up: "
                + "column 1: red, red, red; column 2: yellow, yellow, red; column 7: yellow.")
        let win = try play.message(for: "1", by: 0)
        #expect(win.caption.english == "<mover> got four in a row")
        #expect(win.subcaption?.english == "With a disc in column 1")
        #expect(win.summary == nil)
    }
}
