import GameRules
import TestSupport
import Testing

@testable import Games

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

    /// Source: John Tromp, "John's Connect Four Playground"; sequence A212693 of the OEIS.
    @Test("there are 1, 7, 49, 238, 1,120, 4,263 and 16,422 positions after as many discs")
    func knownCounts() throws {
        #expect(try positions(plies: 6) == [1, 7, 49, 238, 1_120, 4_263, 16_422])
    }

    @Test("there are 54,859 positions after seven discs and 184,275 after eight", .deep)
    func knownDeepCounts() throws {
        #expect(try positions(plies: 8).suffix(2) == [54_859, 184_275])
    }

    /// How many different positions there are after each number of discs, from none.
    private func positions(plies: Int) throws -> [Int] {
        let (game, table) = (FourInARow(), GameTable(seats: [.taken, .taken]))
        var random = GameRandom(SeededRandom(seed: 1))
        let start = game.setUp(NoOptions(), seats: 2)
        // By the discs, for it makes no difference which was the latest one; nobody moves once a line is there.
        var positions = [start.rows: start]
        var counts = [positions.count]
        for _ in 0..<plies {
            var following: [Grid: LinePosition] = [:]
            for position in positions.values where game.outcome(of: position, at: table) == nil {
                for move in game.legalMoves(for: position.next, in: position, at: table) ?? [] {
                    var after = position
                    try game.apply(move, by: position.next, to: &after, at: table, random: &random)
                    following[after.rows] = after
                }
            }
            positions = following
            counts.append(positions.count)
        }
        return counts
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
