import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Sea battle")
struct SeaBattleTests {
    /// Ships in the upper left corner, touching: carrier, battleship, destroyer, submarine, patrol boat.
    static let fleet = Fleet(rawValue: "A1h5,A2h4,A3h3,A4h3,A5h2") ?? Fleet(ships: [])
    private static let place = "place \(fleet.rawValue)"

    /// Both fleets placed.
    private var ready: Play { get throws { try Play("sea-battle").moves([Self.place, Self.place]) } }

    @Test("both place at the same time, in any order, then seat 0 shoots")
    func placing() throws {
        var play = try Play("sea-battle")
        #expect(play.toAct == [0, 1])
        #expect(try play.position.legalMoves(for: 0, at: play.table) == nil)
        try play.move(Self.place, by: 1)
        #expect(play.toAct == [0])
        #expect(try play.legalMoves(for: 1).isEmpty)
        try play.move(Self.place, by: 0)
        #expect(play.toAct == [0])
        #expect(try play.legalMoves(for: 0).count == 100)
        #expect(try play.moves(["J10"]).toAct == [1])
        #expect(try play.moves(["J10", "J10", "J9"]).legalMoves(for: 1).count == 99)
    }

    @Test("placing is concurrent and shows nothing, a shot is neither")
    func concurrency() throws {
        let play = try Play("sea-battle")
        #expect(play.position.isConcurrent(.init(text: Self.place), missing: 1))
        #expect(!play.position.isConcurrent("A1", missing: 1))
        #expect(!play.position.reveals(.init(text: Self.place), by: 0, at: play.table))
        #expect(try ready.position.reveals("A1", by: 0, at: play.table))
    }

    @Test("each seat sees its ships and the shots at them, and its own shots; a bystander only shots")
    func boards() throws {
        let play = try Play("sea-battle")
            .moves([Self.place, "place A1h5,A2h4,A3h3,A4h3,F9v2", "F9", "J10", "F10"])
        let own = #"["A1h5","A2h4","A3h3","A4h3","F9v2"]"#
        let hits = #"[{"cell":"F9","hit":true,"sunk":false},{"cell":"F10","hit":true,"sunk":true}]"#
        let miss = #"[{"cell":"J10","hit":false,"sunk":false}]"#
        #expect(
            play.board(for: .seat(1))
                == #"{"phase":"shoot","seats":null,"theirs":{"ships":null,"shots":\#(miss),"sunk":[]},"#
                + #""yours":{"ships":\#(own),"shots":\#(hits),"sunk":["F9v2"]}}"#)
        #expect(
            play.board(for: .seat(0))
                == #"{"phase":"shoot","seats":null,"theirs":{"ships":null,"shots":\#(hits),"sunk":["F9v2"]},"#
                + #""yours":{"ships":["A1h5","A2h4","A3h3","A4h3","A5h2"],"shots":\#(miss),"sunk":[]}}"#)
        #expect(
            play.board
                == #"{"phase":"shoot","seats":[{"ships":null,"shots":\#(miss),"sunk":[]},"#
                + #"{"ships":null,"shots":\#(hits),"sunk":["F9v2"]}],"theirs":null,"yours":null}"#)
    }

    @Test("before anything is placed there are no ships and no shots")
    func emptyBoard() throws {
        let sea = #"{"ships":[],"shots":[],"sunk":[]}"#
        let hidden = #"{"ships":null,"shots":[],"sunk":[]}"#
        let play = try Play("sea-battle")
        #expect(play.board(for: .seat(1)) == #"{"phase":"place","seats":null,"theirs":\#(hidden),"yours":\#(sea)}"#)
        #expect(play.board == #"{"phase":"place","seats":[\#(hidden),\#(hidden)],"theirs":null,"yours":null}"#)
    }

    @Test("the last hit on the last ship wins; then all ships, and where they were placed, are public")
    func winning() throws {
        var play = try ready
        let cells = Self.fleet.ships.flatMap(\.cells)
        for (number, cell) in cells.enumerated() {
            #expect(play.outcome == nil)
            #expect(try play.shown(0, to: .seat(1)) == nil)
            try play.move(cell.rawValue, by: 0)
            if number < cells.count - 1 { try play.move(SeaCell.all[99 - number].rawValue, by: 1) }
        }
        #expect(play.outcome == .won(by: 0))
        #expect(play.toAct.isEmpty)
        #expect(try play.shown(0, to: .bystander) == Self.place)
        #expect(play.board.contains(#""seats":[{"ships":["A1h5","A2h4","A3h3","A4h3","A5h2"]"#))
        #expect(play.board(for: .seat(1)).contains(#""theirs":{"ships":["A1h5""#))
    }

    @Test("a fleet is shown to its own seat only, a shot to everybody")
    func shown() throws {
        let play = try ready.moves(["A1"])
        #expect(try play.shown(0, to: .seat(0)) == Self.place)
        #expect(try play.shown(0, to: .seat(1)) == nil)
        #expect(try play.shown(0, to: .bystander) == nil)
        #expect(try play.shown(2, to: .bystander) == "A1")
    }

    @Test("when somebody goes the other has won, and nothing is secret any more")
    func departures() throws {
        var play = try ready.moves(["A1"])
        play.leave(0)
        #expect(play.outcome == .won(by: 1))
        #expect(play.toAct.isEmpty)
        #expect(play.board.contains(#""seats":[{"ships":["A1h5""#))
        #expect(try play.shown(1, to: .seat(0)) == Self.place)
    }

    @Test("a skipped shot passes; a fleet that is skipped is still to be placed")
    func skipping() throws {
        var play = try ready
        play.skip(0)
        #expect(play.toAct == [1])
        play.skip(0)
        #expect(play.toAct == [1])
        var placing = try Play("sea-battle")
        placing.skip(0)
        #expect(placing.toAct == [0, 1])
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("place A1h5,A2h4,A3h3,A4h3", "wrong_fleet"), ("place A1h5,A2h4,A3h3,A4h3,A5h3", "wrong_fleet"),
            ("place A1h5,A2h4,A3h3,A4h3,A5h2,A6h2", "wrong_fleet"), ("place G1h5,A2h4,A3h3,A4h3,A5h2", "off_board"),
            ("place A7v5,B2h4,B3h3,B4h3,B5h2", "off_board"), ("place K1v5,A2h4,A3h3,A4h3,A5h2", "off_board"),
            ("place A0v5,A2h4,A3h3,A4h3,A5h2", "off_board"),
            ("place A1h5,A1v4,B3h3,B4h3,B5h2", "ships_overlap"), ("A1", "fleet_not_placed"),
            ("place", "unreadable"), ("place ", "unreadable"), ("place A1h5,", "unreadable"),
            ("place A1d5,A2h4,A3h3,A4h3,A5h2", "unreadable"), ("place a1h5,A2h4,A3h3,A4h3,A5h2", "unreadable"),
            ("place A1h5, A2h4,A3h3,A4h3,A5h2", "unreadable"), ("place A1h15,A2h4,A3h3,A4h3,A5h2", "unreadable"),
            ("Place A1h5,A2h4,A3h3,A4h3,A5h2", "unreadable"), ("", "unreadable"),
        ])
    func refusedPlacing(move: String, reason: String) throws {
        #expect(try Play("sea-battle").reason(against: move, by: 0) == reason)
    }

    @Test(
        "shots that do not count say why",
        arguments: [
            ("B2", "already_shot"), ("K1", "no_such_cell"), ("A11", "no_such_cell"), ("A0", "no_such_cell"),
            ("a1", "unreadable"), ("A01", "unreadable"), ("A", "unreadable"), ("AA1", "unreadable"),
            ("A+1", "unreadable"), ("A100", "unreadable"), ("Ä1", "unreadable"),
            ("place A1h5,A2h4,A3h3,A4h3,A5h2", "already_placed"),
        ])
    func refusedShots(move: String, reason: String) throws {
        #expect(try ready.moves(["B2", "A1"]).reason(against: move, by: 0) == reason)
    }

    @Test("ships may touch, lie across and down, and be named in any order")
    func arrangements() throws {
        for fleet in ["J9v2,A1v3,A4v4,A8v3,B1v5", "F10h5,J1v4,A1h3,A2h3,A3h2"] {
            #expect(try Play("sea-battle").reason(against: "place \(fleet)", by: 1) == nil)
        }
    }

    @Test("a message of a fleet tells nothing of it, one of a shot what became of it")
    func messages() throws {
        let first = try Play("sea-battle").message(for: Self.place, by: 1)
        #expect(first.caption.english == "<mover> has placed a fleet")
        #expect(first.subcaption?.english == "The other fleet is still in port")
        #expect(first.trailingCaption?.english == "1 fleet at sea")
        let play = try ready.moves(["A5", "J1"])
        let miss = try play.message(for: "C5", by: 0)
        #expect(miss.caption.english == "<mover> fired at C5: miss")
        #expect(miss.subcaption?.english == "<seat 1> to play")
        #expect(miss.trailingCaption?.english == "Shot 3")
        #expect(miss.trailingSubcaption?.english == "5 ships left")
        #expect(try play.message(for: "A4", by: 0).caption.english == "<mover> fired at A4: hit")
        let sunk = try play.message(for: "B5", by: 0)
        #expect(sunk.caption.english == "<mover> fired at B5 and sank the patrol boat")
        #expect(sunk.trailingSubcaption?.english == "4 ships left")
        #expect(
            try play.moves(["B5", "J2", "A1", "J3"]).message(for: "J10", by: 0).accessibilityLabel?.english
                == "<mover> fired at J10: miss. The fleets: <seat 0>: misses at J 1, 2, 3. "
                + "<seat 1>: sunk: patrol boat A5 to B5; hit at A 1; misses at J 10.")
    }

    @Test("once most cells were shot at, VoiceOver reads the others; never more than a minute of it")
    func longLabels() throws {
        let shots = SeaCell.all.reversed().prefix(51).flatMap { [$0.rawValue, $0.rawValue] }
        let label = try ready.moves(shots).label().english
        #expect(label.contains("<seat 0>: 51 misses; not fired at: A 1, 2, 3, 4, 5, B 1, 2, 3, 4, 5, C 1"))
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SeededRandom(seed: seed)
            var play = try ready
            while let seat = play.toAct.first {
                #expect(play.label().english.count < 900)
                try play.move(try play.someMove(for: seat, using: &generator), by: seat)
            }
        }
    }

    @Test("of two ships with three cells the one named first is the destroyer")
    func classes() throws {
        let play = try ready.moves(["A4", "J1", "B4", "J2"])
        #expect(try play.message(for: "C4", by: 0).caption.english.hasSuffix("sank the submarine"))
        let other = try ready.moves(["A3", "J1", "B3", "J2"])
        #expect(try other.message(for: "C3", by: 0).caption.english.hasSuffix("sank the destroyer"))
    }
}
