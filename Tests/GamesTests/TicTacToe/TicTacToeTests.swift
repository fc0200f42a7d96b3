import GameRules
import Testing

@testable import Games

@Suite("Tic-tac-toe")
struct TicTacToeTests {
    @Test("the board is drawn top row first, seat 0 as X and seat 1 as O")
    func board() throws {
        let play = try Play("tic-tac-toe").moves("b2 a1 c3")
        #expect(try play.drawing == "O..\n.X.\n..X")
        #expect(play.board == #"{"rows":["O..",".X.","..X"]}"#)
        #expect(play.toAct == [1])
    }

    @Test(
        "every line of three wins, for either seat",
        arguments: ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"],
        [0, 1] as [SeatIndex])
    func wins(line: String, winner: SeatIndex) throws {
        var play = try Play("tic-tac-toe")
        for cell in line.words { try play.move(cell, by: winner) }
        #expect(play.outcome == .won(by: winner))
        #expect(play.toAct.isEmpty)
    }

    @Test("a full board without a line is a draw, one with a line is a win")
    func fullBoards() throws {
        let draw = try Play("tic-tac-toe").moves("b2 a1 a2 c2 b1 b3 a3 c1 c3")
        #expect(try draw.drawing == "OXO\nXXO\nXOX")
        #expect(draw.outcome == .drawn)
        let win = try Play("tic-tac-toe").moves("a1 b1 c1 b3 a3 a2 c3 c2 b2")
        #expect(try win.drawing == "XOX\nOXO\nXOX")
        #expect(win.outcome == .won(by: 0))
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("b2", "cell_taken"), ("d1", "no_such_cell"), ("a4", "no_such_cell"), ("A1", "unreadable"),
            ("a0", "unreadable"), ("a01", "unreadable"), ("a+1", "unreadable"), ("", "unreadable"),
            ("2b", "unreadable"),
        ])
    func refusals(move: String, reason: String) throws {
        #expect(try Play("tic-tac-toe").moves("b2").reason(against: move, by: 1) == reason)
    }

    @Test("there are 255,168 games, of which 46,080 are drawn, and 5,478 positions")
    func knownCounts() throws {
        var known: [LinePosition: Tally] = [:]
        let tally = tally(of: TicTacToe().setUp(NoOptions(), seats: 2), known: &known)
        #expect(tally == Tally(firstWins: 131_184, secondWins: 77_904, draws: 46_080))
        #expect(tally.games == 255_168)
        #expect(known.count == 5_478)
    }

    @Test("a message tells the move, who is next, and in the end who won")
    func messages() throws {
        let play = try Play("tic-tac-toe").moves("a1 b1 b2 c1")
        let move = try play.message(for: "a2", by: 0)
        #expect(move.caption.english == "<mover> took the left edge")
        #expect(move.summary == nil)
        #expect(move.subcaption?.english == "<seat 1> to play")
        #expect(move.trailingCaption?.english == "Move 5")
        #expect(
            move.accessibilityLabel?.english
                == "<mover> took the left edge. "
                + "Top row: X, O, O. Middle row: X, X, empty. Bottom row: empty, empty, empty.")
        let win = try play.message(for: "c3", by: 0)
        #expect(win.caption.english == "<mover> took the bottom right corner and won")
        #expect(win.summary?.english == "<mover> won at tic-tac-toe")
        #expect(win.subcaption == nil)
        #expect(win.trailingCaption?.english == "After 5 moves")
    }

    private struct Tally: Equatable {
        var firstWins = 0
        var secondWins = 0
        var draws = 0

        var games: Int { firstWins + secondWins + draws }
    }

    /// The games that can be played from a position; each position is looked at once, however it was reached.
    private func tally(of state: LinePosition, known: inout [LinePosition: Tally]) -> Tally {
        let game = TicTacToe()
        let table = GameTable(seats: [.taken, .taken])
        // Where the latest mark is makes no difference to what follows.
        let canonical = LinePosition(rows: state.rows)
        if let tally = known[canonical] { return tally }
        var sum = Tally()
        switch game.outcome(of: state, at: table) {
        case .some(let end) where end.kind == .drawn: sum.draws = 1
        case .some(let end): if end.winners == [0] { sum.firstWins = 1 } else { sum.secondWins = 1 }
        case nil:
            for cell in game.legalMoves(for: state.next, in: state, at: table) ?? [] {
                var after = state
                after.rows[cell] = Grid.Mark(of: state.next)
                after.last = cell
                let more = tally(of: after, known: &known)
                sum.firstWins += more.firstWins
                sum.secondWins += more.secondWins
                sum.draws += more.draws
            }
        }
        known[canonical] = sum
        return sum
    }
}
