import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

/// Whole games of reversi.
enum ReversiScripts {
    /// The shortest game there is: black leaves white nothing after nine moves.
    static let wipeout = "e6 f4 e3 f6 g5 d6 e7 f5 c5"

    /// A game of eleven moves after which both sides have discs and neither can move.
    /// Source of this one and of ``passes``: Warren D. Smith on the mailing list math-fun.
    static let stuck = "f5 f4 c3 e6 f7 g6 g4 e8 g8 g5 h5"

    /// A game in which black passes 23 times and loses 64 to 0.
    static let passes =
        "f5 d6 c4 g5 d7 c7 h5 d8 b8 b7 b6 a7 pass b5 a6 a5 pass b4 b3 c6 e8 f8 c8 a8 pass e7 pass a4 pass b2 a2 c2 d2 "
        + "d1 pass e2 f2 c5 pass c3 pass a1 pass a3 pass e6 pass d3 pass f6 f7 f1 pass g2 h2 e3 f4 b1 pass g1 pass c1 "
        + "pass e1 pass g8 pass g7 pass f3 pass h1 pass h3 pass h4 pass h6"

    /// A draw with two empty squares.
    static let draw =
        "c4 c5 b6 f3 e6 c3 c2 b2 f5 e7 d3 d2 d1 g6 b4 c6 f4 a4 a2 a6 e8 g4 d6 c1 a7 f7 h5 d7 b3 a8 b5 b1 h4 e3 g5 a3 "
        + "g2 f8 a1 c7 e1 d8 c8 b8 a5 e2 f2 h7 f6 h3 h6 b7 h2 f1 g1 h1 g3 g8"

    /// A game whose last move, black's, does not prevent that white wins; one square stays empty.
    static let lost =
        "c4 e3 f4 c5 d2 f3 d6 e7 g3 e6 b6 b4 c7 g2 a4 h3 f6 a3 e8 b8 g5 g7 f2 g4 h5 f7 a2 c1 g1 h6 f5 a7 d7 g6 b5 c6 "
        + "f8 d8 a6 a5 h7 f1 a8 h4 d3 h8 d1 e1 b7 c2 h2 c8 b1 c3 h1 g8 b3 b2 e2"
}

@Suite("Reversi")
struct ReversiTests {
    @Test("it begins with white on d4 and e5, black on e4 and d5, and black to move")
    func start() throws {
        let play = try Play("reversi")
        #expect(
            play.board == #"{"rows":["........","........","........","...OX...","...XO...","........","........","#
                + #""........"]}"#)
        #expect(play.toAct == [0])
        #expect(try play.legalMoves(for: 0) == ["d3", "c4", "f5", "e6"])
        #expect(try play.legalMoves(for: 1).isEmpty)
    }

    @Test("a disc flips all that it encloses, in every direction, and nothing else")
    func flipping() throws {
        let play = try Play("reversi").moves(
            "c4 c5 d6 c3 f5 f4 f3 d7 b2 g4 e3 f2 h3 g5 c6 b4 d8 b7 c7 b3 g6 h5 a3 b6 a7 b8 g1 a1 g3 e7 a8 e2 e8 g2 f8 "
                + "a2 e6 h7 c8 f7 d1 b5 f6 d2 g7 h6 c1 h4 f1 e1")
        #expect(
            try play.drawing == """
                O.XXOXX.
                OX.OOOX.
                XOO.OXOX
                .OOOOOOO
                .OOOOXOO
                .XXXXXXO
                XXXXXXXO
                XXXXXX..
                """)
        #expect(
            try play.moves("d3").drawing == """
                O.XXOXX.
                OX.XXOX.
                XXXXXXOX
                .OOXXOOO
                .OOXOXOO
                .XXXXXXO
                XXXXXXXO
                XXXXXX..
                """)
    }

    @Test("the shortest game ends after nine moves without a white disc; empty squares count for the winner")
    func wipeout() throws {
        let play = try Play("reversi").moves(ReversiScripts.wipeout)
        #expect(
            try play.drawing == """
                ........
                ........
                ....X...
                ...XXX..
                ..XXXXX.
                ...XXX..
                ....X...
                ........
                """)
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [64, 0]))
        #expect(play.toAct.isEmpty)
    }

    @Test("it ends when neither can move, although both have discs")
    func stuck() throws {
        let play = try Play("reversi").moves(ReversiScripts.stuck)
        #expect(
            try play.drawing == """
                ........
                ........
                ..X.....
                ...XXXX.
                ...XXXXX
                ....X.X.
                .....X..
                ....O.X.
                """)
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [63, 1]))
    }

    @Test("whoever can't move has to pass, and the other goes on")
    func passes() throws {
        let moves = ReversiScripts.passes.words
        var play = try Play("reversi")
        for move in moves {
            let seat = try #require(play.toAct.first)
            #expect(try (play.legalMoves(for: seat) == ["pass"]) == (move == "pass"))
            try play.move(move, by: seat)
        }
        #expect(moves.count { $0 == "pass" } == 23)
        #expect(
            try play.drawing == """
                OOOOOOOO
                OOOOOOOO
                OOOOOO.O
                OOOOOO.O
                OOOOOOOO
                OOOOOO.O
                OOOOOOO.
                OOOOOOO.
                """)
        #expect(play.outcome == Outcome(kind: .won, winners: [1], scores: [0, 64]))
    }

    @Test("equally many discs are a draw, and empty squares are shared")
    func draw() throws {
        let play = try Play("reversi").moves(ReversiScripts.draw)
        #expect(play.outcome == Outcome(kind: .drawn, scores: [32, 32]))
        #expect(try play.drawing.count { $0 == "." } == 2)
    }

    /// Source: the perft numbers of reversi, as Aart Bik computed them.
    @Test("there are 4, 12, 56, 244, 1,396 and 8,200 ways to make as many moves")
    func knownCounts() throws {
        #expect(try (1...6).map { try ways(plies: $0) } == [4, 12, 56, 244, 1_396, 8_200])
    }

    @Test(
        "there are 55,092, 390,216 and 3,005,288 ways to make seven, eight and nine moves, a pass being one", .deep)
    func knownDeepCounts() throws {
        #expect(try (7...9).map { try ways(plies: $0) } == [55_092, 390_216, 3_005_288])
    }

    private func ways(plies: Int) throws -> Int {
        var random = GameRandom(SeededRandom(seed: 1))
        return try ways(plies: plies, from: ReversiPosition(), random: &random)
    }

    private func ways(plies: Int, from state: ReversiPosition, random: inout GameRandom) throws -> Int {
        let (game, table) = (Reversi(), GameTable(seats: [.taken, .taken]))
        let moves = game.legalMoves(for: state.next, in: state, at: table) ?? []
        // The last moves need not be made to be counted.
        if plies == 1 { return moves.count }
        return try moves.reduce(0) { sum, move in
            var after = state
            try game.apply(move, by: state.next, to: &after, at: table, random: &random)
            return sum + (try ways(plies: plies - 1, from: after, random: &random))
        }
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("d3", "cell_taken"), ("a1", "flips_nothing"), ("d2", "flips_nothing"), ("i1", "no_such_cell"),
            ("a9", "no_such_cell"), ("pass", "move_left"), ("D6", "unreadable"), ("Pass", "unreadable"),
            ("a0", "unreadable"), ("c05", "unreadable"), ("", "unreadable"),
        ])
    func refusals(move: String, reason: String) throws {
        let play = try Play("reversi").moves("d3")
        #expect(try play.reason(against: move, by: 1) == reason)
        #expect(try play.legalMoves(for: 1) == ["c3", "e3", "c5"])
    }

    @Test("a turn that is skipped goes to the other, also to one who then has to pass")
    func skipping() throws {
        var play = try Play("reversi")
        play.skip(1)
        #expect(play.toAct == [0])
        play.skip(0)
        #expect(play.toAct == [1])
        #expect(try play.legalMoves(for: 1) == ["e3", "f4", "c5", "d6"])
        play = try Play("reversi").moves(ReversiScripts.passes.words.prefix { $0 != "pass" })
        try play.move("pass", by: 0)
        play.skip(1)
        #expect(play.toAct == [0])
        #expect(try play.legalMoves(for: 0) == ["pass"])
    }

    @Test("whoever stays wins")
    func departure() throws {
        var play = try Play("reversi").moves("d3")
        play.leave(0)
        #expect(play.outcome == .won(by: 1))
        #expect(play.toAct.isEmpty)
    }

    @Test("a message tells the move, what it flipped, who is next and the score")
    func messages() throws {
        let move = try Play("reversi").message(for: "d3", by: 0)
        #expect(move.caption.english == "<mover> played d3 and flipped 1 disc")
        #expect(move.subcaption?.english == "<seat 1> to play")
        #expect(move.trailingCaption?.english == "Black 4, white 1")
        #expect(move.trailingSubcaption?.english == "Move 1")
        #expect(
            move.accessibilityLabel?.english == "<mover> played d3 and flipped 1 disc. Black 4, white 1. "
                + "Discs from the top: row 3: d black; row 4: d to e black; row 5: d black, e white.")
    }

    @Test("a message tells that the next one has to pass, and that somebody did")
    func messagesOfPasses() throws {
        var play = try Play("reversi").moves(ReversiScripts.passes.words.prefix { $0 != "pass" }.dropLast())
        let last = try play.message(for: "a7", by: 1)
        #expect(last.subcaption?.english == "<seat 0> to pass: no move left")
        try play.move("a7", by: 1)
        let pass = try play.message(for: "pass", by: 0)
        #expect(pass.caption.english(reader: .mover) == "You had no move and passed")
        #expect(pass.trailingSubcaption?.english == "Move 12")
    }

    @Test(
        "the last message tells the mover's win, loss or draw, and what empty squares count",
        arguments: [
            (
                ReversiScripts.wipeout, "played c5 and won", "<mover> won at reversi",
                "51 empty squares count for the winner"
            ),
            (
                ReversiScripts.passes, "played h6 and won", "<mover> won at reversi",
                "5 empty squares count for the winner"
            ),
            (
                ReversiScripts.lost, "played e2 and lost", "<mover> lost at reversi",
                "1 empty square counts for the winner"
            ),
            (ReversiScripts.draw, "played g8: a draw", "Reversi: a draw", "2 empty squares, shared by both"),
        ])
    func lastMessages(script: String, caption: String, summary: String, empties: String) throws {
        let message = try Play("reversi").lastMessage(of: script)
        #expect(message.caption.english == "<mover> \(caption)")
        #expect(message.summary?.english == summary)
        #expect(message.subcaption?.english == empties)
    }

    @Test("a position is stored as its rows, with what the picture and the next move need")
    func stored() throws {
        let play = try Play("reversi").moves("d3")
        #expect(
            try play.position.snapshot.description
                == #"{"flipped":["d4"],"last":"d3","next":1,"rows":["........","........","#
                + #""...X....","...XX...","...XO...","........","........","........"]}"#)
    }

    @Test("a stored position of another size is refused")
    func otherSize() throws {
        let stored = GameJSON(Data(#"{"flipped":[],"next":0,"rows":["XO","OX"]}"#.utf8))
        #expect(throws: DecodingError.self) { try Reversi().position(snapshot: stored) }
    }
}
