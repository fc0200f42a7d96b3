import GameRules
import Testing

@testable import Games

@Suite("Chess: draws")
struct ChessDrawTests {
    private func chess(_ fen: String) throws -> Play { try Play("chess", options: #"{"fen":"\#(fen)"}"#) }

    private let knights = "g1f3 g8f6 f3g1 f6g8 "

    @Test("the third time of a position lets the player to move claim a draw, the fifth is a draw")
    func repetition() throws {
        let start = try Play("chess")
        let second = try start.moves(knights)
        #expect(try second.reason(against: "draw", by: 0) == "no_draw_to_claim")
        #expect(try second.moves("g1f3 g8f6 f3g1").reason(against: "draw", by: 1) == "no_draw_to_claim")
        let third = try second.moves(knights)
        #expect(try third.legalMoves(for: 0).contains("draw"))
        #expect(try third.moves("draw").outcome == .drawn)
        #expect(try third.moves("draw").toAct.isEmpty)
        #expect(try third.moves("e2e4").reason(against: "draw", by: 1) == "no_draw_to_claim")
        let fifth = try third.moves(knights + knights)
        #expect(fifth.outcome == .drawn)
        #expect(try third.moves(knights).outcome == nil)
    }

    @Test(
        "a position is another one while a pawn can really be taken in passing",
        arguments: [
            ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "e8e7 e1e2 e7e8 e2e1 ", 3),
            ("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "e8e7 e1e2 e7e8 e2e1 ", 2),
            // Black's pawn is pinned.
            ("1k6/8/8/8/1p6/8/P7/1R2K3 w - - 0 1", "b8b7 e1e2 b7b8 e2e1 ", 2),
        ])
    func enPassant(fen: String, round: String, rounds: Int) throws {
        let play = try chess(fen).moves("a2a4 " + String(repeating: round, count: rounds - 1))
        #expect(try play.reason(against: "draw", by: 1) == "no_draw_to_claim")
        #expect(try play.moves(round).reason(against: "draw", by: 1) == nil)
    }

    @Test(
        "a position is another one while castling is still allowed",
        arguments: [("KQkq", 3), ("Kk", 2), ("-", 2)])
    func castlingRights(rights: String, rounds: Int) throws {
        let round = "a1b1 a8b8 b1a1 b8a8 "
        let play = try chess("r3k2r/8/8/8/8/8/8/R3K2R w \(rights) - 0 1")
            .moves(String(repeating: round, count: rounds - 1))
        #expect(try play.reason(against: "draw", by: 0) == "no_draw_to_claim")
        #expect(try play.moves(round).reason(against: "draw", by: 0) == nil)
    }

    @Test("after 50 moves each without a capture or a pawn move a draw may be claimed, after 75 it is one")
    func counters() throws {
        let fifty = try chess("4k3/8/8/8/8/8/P7/R3K3 w - - 98 80").moves("a1b1")
        #expect(try fifty.reason(against: "draw", by: 1) == "no_draw_to_claim")
        let claimable = try fifty.moves("e8e7")
        #expect(try claimable.moves("draw").outcome == .drawn)
        #expect(try claimable.moves("a2a3").reason(against: "draw", by: 1) == "no_draw_to_claim")
        #expect(try claimable.moves("e1e2").legalMoves(for: 1).contains("draw"))
        let last = try chess("4k3/8/8/8/8/8/P7/R3K3 b - - 148 120").moves("e8e7")
        #expect(last.outcome == nil)
        #expect(try last.moves("a1b1").outcome == .drawn)
        #expect(try last.moves("a2a3").outcome == nil)
    }

    @Test("checkmate by the 75th move wins")
    func mateFirst() throws {
        #expect(try chess("k7/8/1K6/8/8/8/8/7R w - - 149 120").moves("h1h8").outcome == .won(by: 0))
    }

    @Test(
        "it is a draw when nobody has enough left to give checkmate",
        arguments: [
            ("7k/6P1/8/8/8/8/8/K7 b - - 0 1", true), ("7k/6P1/8/8/8/8/8/KN6 b - - 0 1", true),
            ("7k/6P1/8/8/8/8/8/KB6 b - - 0 1", true), ("b6k/6P1/8/8/8/8/8/KB6 b - - 0 1", true),
            ("1b5k/6P1/8/8/8/8/8/KB6 b - - 0 1", false), ("7k/6P1/8/8/8/8/8/KNN5 b - - 0 1", false),
            ("n6k/6P1/8/8/8/8/8/KB6 b - - 0 1", false), ("n6k/6P1/8/8/8/8/8/KN6 b - - 0 1", false),
            ("7k/6P1/8/8/8/8/8/KBB5 b - - 0 1", false), ("7k/6P1/8/8/8/8/8/KR6 b - - 0 1", false),
            ("7k/6P1/8/8/8/8/P7/K7 b - - 0 1", false), ("7k/6P1/8/8/8/8/8/KB1B4 b - - 0 1", true),
        ])
    func material(fen: String, isDead: Bool) throws {
        let play = try chess(fen)
        #expect(play.outcome == nil)
        #expect(try play.moves("h8g7").outcome == (isDead ? .drawn : nil))
    }
}
