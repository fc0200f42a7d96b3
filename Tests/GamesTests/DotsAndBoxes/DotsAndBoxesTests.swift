import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

/// Whole games of dots and boxes.
enum DotsAndBoxesScripts {
    typealias Script = (moves: String, seats: Int, options: String)

    private static let fourBoxes = #"{"rows":2,"columns":2}"#

    static let wonByMover: Script = (
        "v0,1 v1,2 h0,0 v0,2 h2,1 v0,0 h1,1 v1,1 h2,0 h0,1 v1,0 h1,0", 2, fourBoxes
    )

    static let wonByOther: Script = (
        "v1,1 h1,0 v1,2 v0,1 h0,1 h1,1 v0,0 h0,0 v0,2 h2,1 h2,0 v1,0", 2, fourBoxes
    )

    static let drawn: Script = (
        "h0,1 v1,0 v0,2 h2,1 v1,1 h1,0 h1,1 v0,1 h2,0 h0,0 v1,2 v0,0", 2, fourBoxes
    )

    /// The same lines by three, of whom two share the win.
    static let shared: Script = (drawn.moves, 3, fourBoxes)

    static let all = [wonByMover, wonByOther, drawn, shared]
}

@Suite("Dots and boxes")
struct DotsAndBoxesTests {
    private func play(_ script: DotsAndBoxesScripts.Script) throws -> Play {
        try Play("dots-and-boxes", seats: script.seats, options: script.options).moves(script.moves)
    }

    @Test("the board has every box and line, and null for a box that nobody has")
    func board() throws {
        let play = try Play("dots-and-boxes", seats: 3, options: #"{"rows":1,"columns":2}"#)
            .moves("h0,0 h1,0 v0,0 v0,1 h0,1")
        #expect(
            play.board == #"{"boxes":[[0,null]],"columns":2,"edges":["h0,0","h1,0","v0,0","v0,1","h0,1"],"rows":1,"#
                + #""scores":[1,0,0]}"#)
    }

    @Test("a position is stored as its lines, with who drew each, and who went")
    func stored() throws {
        var play = try Play("dots-and-boxes", seats: 3).moves("h0,0 v2,3")
        play.leave(0)
        #expect(
            try play.position.snapshot.description == #"{"columns":3,"departed":[0],"drawn":[{"edge":"h0,0","seat":0},"#
                + #"{"edge":"v2,3","seat":1}],"next":2,"rows":3,"seats":3}"#)
    }

    @Test("there are three rows and columns unless the options say otherwise")
    func defaults() throws {
        let play = try Play("dots-and-boxes")
        #expect(
            play.board == #"{"boxes":[[null,null,null],[null,null,null],[null,null,null]],"columns":3,"edges":[],"#
                + #""rows":3,"scores":[0,0]}"#)
        #expect(try play.legalMoves(for: 0).count == 24)
        #expect(try play.legalMoves(for: 1).isEmpty)
        let wide = try Play("dots-and-boxes", options: #"{"columns":5,"rows":null}"#)
        #expect(try wide.legalMoves(for: 0).count == 4 * 5 + 3 * 6)
    }

    @Test(
        "other sizes than 1 to 10 are refused in words",
        arguments: [
            (#"{"rows":0}"#, "rows must be from 1 to 10, counted in boxes."),
            (#"{"columns":11}"#, "columns must be from 1 to 10, counted in boxes."),
            (#"{"rows":-3,"columns":3}"#, "rows must be from 1 to 10, counted in boxes."),
            (#"{"rows":"3"}"#, "The options are not those of dots-and-boxes."),
            (#"{"columns":2.5}"#, "The options are not those of dots-and-boxes."),
        ])
    func sizes(options: String, detail: String) throws {
        #expect(throws: OptionsRejection(detail)) { try Play("dots-and-boxes", options: options) }
    }

    @Test("options are kept as they were understood, with what they left out")
    func options() throws {
        let understood = try DotsAndBoxes().understood(options: .init(Data(#"{"rows":4,"colour":"red"}"#.utf8)))
        #expect(understood.description == #"{"columns":3,"rows":4}"#)
    }

    @Test("the turn goes round, but whoever completes a box draws again")
    func turns() throws {
        var play = try Play("dots-and-boxes", seats: 3, options: #"{"rows":1,"columns":2}"#)
        for (move, next) in [
            ("h0,0", 1), ("h1,0", 2), ("v0,0", 0), ("h0,1", 1), ("h1,1", 2), ("v0,2", 0),
        ] as [(String, SeatIndex)] {
            play = try play.moves(move)
            #expect(play.toAct == [next])
        }
        play = try play.moves("v0,1")
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [2, 0, 0]))
        #expect(play.toAct.isEmpty)
    }

    @Test("most boxes win, whoever draws the last line")
    func wins() throws {
        let won = Outcome(kind: .won, winners: [1], scores: [1, 3])
        #expect(try play(DotsAndBoxesScripts.wonByMover).outcome == won)
        #expect(try play(DotsAndBoxesScripts.wonByOther).outcome == won)
    }

    @Test("equally many boxes for all are a draw, the most of several are a win for each of them")
    func ties() throws {
        #expect(try play(DotsAndBoxesScripts.drawn).outcome == Outcome(kind: .drawn, scores: [2, 2]))
        #expect(
            try play(DotsAndBoxesScripts.shared).outcome == Outcome(kind: .won, winners: [1, 2], scores: [0, 2, 2]))
    }

    @Test("the boxes of those who went stay, but do not win")
    func departures() throws {
        var play = try Play("dots-and-boxes", seats: 4, options: #"{"rows":1,"columns":3}"#)
        play = try play.moves("h0,0 h1,0 v0,0 v0,1")
        play = try play.moves("h0,1")
        #expect(play.toAct == [0])
        play.leave(3)
        play = try play.moves("h1,1 v0,2")
        #expect(play.toAct == [1])
        play.leave(1)
        #expect(play.toAct == [2])
        #expect(play.board.contains(#""scores":[0,1,0,1]"#))
        play = try play.moves("h0,2 h1,2 v0,3")
        #expect(play.outcome == Outcome(kind: .won, winners: [2], scores: [0, 1, 1, 1]))
        play.leave(2)
        #expect(play.outcome?.winners == [2])
    }

    @Test("it goes on from whoever follows one who went, and ends when one is left")
    func leaving() throws {
        var play = try Play("dots-and-boxes", seats: 4).moves("h0,0")
        play.leave(1)
        #expect(play.toAct == [2])
        play.leave(0)
        play = try play.moves("h0,1 h0,2")
        #expect(play.toAct == [2])
        play.leave(2)
        #expect(play.outcome == .won(by: 3))
    }

    @Test("a turn that is skipped goes to the next one; nobody else can be skipped")
    func skipping() throws {
        var play = try Play("dots-and-boxes", seats: 3)
        play.skip(2)
        #expect(play.toAct == [0])
        play.skip(0)
        #expect(play.toAct == [1])
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("h0,0", "edge_drawn"), ("h4,0", "no_such_edge"), ("h0,3", "no_such_edge"), ("v3,0", "no_such_edge"),
            ("v0,4", "no_such_edge"), ("h-1,0", "no_such_edge"), ("h9223372036854775807,0", "no_such_edge"),
            ("h00,0", "unreadable"), ("h0,+1", "unreadable"), ("H0,1", "unreadable"), ("h0, 1", "unreadable"),
            ("h0", "unreadable"), ("h0,1,2", "unreadable"), ("x0,0", "unreadable"), ("", "unreadable"),
            ("h99999999999999999999,0", "unreadable"),
        ])
    func refusals(move: String, reason: String) throws {
        #expect(try Play("dots-and-boxes").moves("h0,0").reason(against: move, by: 1) == reason)
    }

    @Test(
        "played as well as can be, the first player wins two by two boxes, and loses one",
        arguments: [(1, 1, -1), (1, 2, 0), (2, 2, 2), (1, 3, -1)])
    func knownValues(rows: Int, columns: Int, value: Int) throws {
        var known: [UInt: Int] = [:]
        let start = DotsAndBoxesPosition(rows: rows, columns: columns, seats: 2)
        #expect(try lead(from: start, lines: start.lattice.lines, known: &known) == value)
    }

    /// How many boxes more than the other whoever is next can still get; `known` is by the lines that are drawn, for
    /// who drew them makes no difference.
    private func lead(
        from state: DotsAndBoxesPosition, lines: [DotLine], known: inout [UInt: Int]
    ) throws -> Int {
        let game = DotsAndBoxes()
        let table = GameTable(seats: [.taken, .taken])
        let drawn = state.drawn.reduce(into: UInt(0)) { $0 |= 1 << (lines.firstIndex(of: $1.edge) ?? 0) }
        if let lead = known[drawn] { return lead }
        var random = GameRandom(SeededRandom(seed: 1))
        var best: Int?
        for line in game.legalMoves(for: state.next, in: state, at: table) ?? [] {
            var after = state
            try game.apply(line, by: state.next, to: &after, at: table, random: &random)
            let rest = try lead(from: after, lines: lines, known: &known)
            let lead = after.completedCount + (after.next == state.next ? rest : -rest)
            best = max(best ?? lead, lead)
        }
        known[drawn] = best ?? 0
        return best ?? 0
    }

    @Test("a message tells the line, who is next, the boxes, and what VoiceOver reads")
    func messages() throws {
        let play = try Play("dots-and-boxes", options: #"{"rows":2,"columns":2}"#)
        #expect(try play.position.openingMessage().subcaption?.english == "<mover> begins, on 2 by 2 boxes")
        let line = try play.message(for: "v1,1", by: 0)
        #expect(line.caption.english == "<mover> drew a line")
        #expect(line.subcaption?.english == "<seat 1> to play")
        #expect(line.trailingCaption?.english == "Boxes 0–0")
        #expect(line.trailingSubcaption?.english == "Line 1 of 12")
        let box = try play.moves(DotsAndBoxesScripts.wonByOther.moves.words.prefix(7)).message(for: "h0,0", by: 1)
        #expect(box.caption.english == "<mover> completed a box")
        #expect(box.subcaption?.english(reader: .mover) == "You draw again")
        #expect(
            box.accessibilityLabel?.english == "<mover> completed a box. Line 8 of 12, above box 1 of row 1. "
                + "Boxes: A, <seat 0>: 0; B, <seat 1>: 1. "
                + "Lines around each box, or the letter of whose it is: row 1: B, 3; row 2: 2, 3.")
        for (line, place) in [("v0,0", "left of box 1"), ("v0,2", "right of box 2"), ("h2,1", "below box 2")] {
            let label = try Play("dots-and-boxes", options: #"{"rows":2,"columns":2}"#).moves(line).label().english
            #expect(label.contains("Line 1 of 12, \(place) of row \(line.hasPrefix("h") ? 2 : 1)."))
        }
    }

    @Test("the last message tells who won, also when it is somebody else or several")
    func lastMessages() throws {
        let won = try last(of: DotsAndBoxesScripts.wonByMover)
        #expect(won.caption.english == "<mover> drew the last line and won")
        #expect(won.summary?.english == "<mover> won at dots and boxes")
        #expect(won.trailingCaption?.english == "Boxes 1–3")
        let other = try last(of: DotsAndBoxesScripts.wonByOther)
        #expect(other.caption.english == "<mover> drew the last line")
        #expect(other.subcaption?.english == "Winner: <seat 1>")
        #expect(other.summary?.english == "Dots and boxes, winner: <seat 1>")
        let shared = try last(of: DotsAndBoxesScripts.shared)
        #expect(shared.subcaption?.english == "Winners: <seat 1>, <mover>")
        #expect(shared.summary?.english == "Dots and boxes: 2 share the win")
        let drawn = try last(of: DotsAndBoxesScripts.drawn)
        #expect(drawn.caption.english == "<mover> drew the last line: a draw")
        #expect(drawn.summary?.english == "Dots and boxes: a draw")
    }

    private func last(of script: DotsAndBoxesScripts.Script) throws -> MessageTexts {
        try Play("dots-and-boxes", seats: script.seats, options: script.options).lastMessage(of: script.moves)
    }

    @Test("the largest board has a picture and a description that are small enough to send")
    func largestBoard() throws {
        var generator = SeededRandom(seed: 3)
        var play = try Play("dots-and-boxes", seats: 6, options: #"{"rows":10,"columns":10}"#)
        for move in try play.legalMoves(for: 0).shuffled(using: &generator) {
            try play.move(move, by: try #require(play.toAct.first))
        }
        #expect(try play.picture().svg.utf8.count < 50_000)
        let label = play.label()
        #expect(label.english.count < 1000)
        #expect(play.outcome?.scores?.reduce(0, +) == 100)
    }
}
