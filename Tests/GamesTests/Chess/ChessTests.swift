import GameRules
import Testing

@testable import Games

@Suite("Chess")
struct ChessTests {
    private func chess(_ fen: String? = nil, chess960: Bool = false) throws -> Play {
        let fen = fen.map { #""fen":"\#($0)","# } ?? ""
        return try Play("chess", options: #"{\#(fen)"chess960":\#(chess960)}"#)
    }

    @Test("the board is the position in FEN, whether there is check, and no offer")
    func board() throws {
        let play = try chess()
        #expect(
            play.board == #"{"check":false,"drawOffer":null,"#
                + #""fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}"#)
        #expect(
            try play.moves("e2e4").board == #"{"check":false,"drawOffer":null,"#
                + #""fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"}"#)
        #expect(
            try play.moves("e2e4 f7f5 d1h5").board == #"{"check":true,"drawOffer":null,"#
                + #""fen":"rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2"}"#)
    }

    @Test("seat 0 plays white; where black is to move, seat 1 begins")
    func turns() throws {
        #expect(try chess().toAct == [0])
        #expect(try chess().moves("e2e4").toAct == [1])
        let black = try chess("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
        #expect(black.toAct == [1])
        #expect(try black.legalMoves(for: 0).isEmpty)
        #expect(try black.legalMoves(for: 1).count == 5)
    }

    @Test("checkmate wins", arguments: [("f2f3 e7e5 g2g4 d8h4", 1), ("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", 0)])
    func checkmate(script: String, winner: Int) throws {
        let play = try chess().moves(script)
        #expect(play.outcome == .won(by: SeatIndex(winner)))
        #expect(play.toAct.isEmpty)
        #expect(try play.legalMoves(for: 0).isEmpty && play.legalMoves(for: 1).isEmpty)
    }

    @Test("stalemate is a draw")
    func stalemate() throws {
        #expect(try chess("7k/8/8/6Q1/8/8/8/K7 w - - 0 1").moves("g5g6").outcome == .drawn)
    }

    @Test(
        "castling moves king and rook, and is written as the king's move",
        arguments: [
            ("e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"), ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
            ("a1a8 e8f7", "R6r/5k2/8/8/8/8/8/4K2R w K - 1 2"), ("h1g1 e8c8", "2kr3r/8/8/8/8/8/8/R3K1R1 w Q - 2 2"),
            ("e1e2 e8g8", "r4rk1/8/8/8/8/8/4K3/R6R w - - 2 2"),
        ])
    func castling(script: String, fen: String) throws {
        let play = try chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").moves(script)
        #expect(play.board.contains(fen))
    }

    @Test(
        "castling is refused out of, through and into check, past pieces, and without the right",
        arguments: [
            "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/3r1r2/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/2r3r1/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        ])
    func noCastling(fen: String) throws {
        let play = try chess(fen)
        for move in ["e1g1", "e1c1"] { #expect(try play.reason(against: move, by: 0) == "castling_not_allowed") }
    }

    @Test("a rook may come over an attacked square when it castles")
    func rookUnderAttack() throws {
        let play = try chess("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
        #expect(try play.legalMoves(for: 0).contains("e1c1"))
    }

    @Test("in Chess960 the king takes its own rook, and both end as in standard chess")
    func chess960() throws {
        let start = try chess("1r1k1r2/p7/8/8/5p2/5P2/1P6/1R1K1R2 w FBfb - 0 1", chess960: true)
        #expect(start.board.contains("1R1K1R2 w KQkq - 0 1"))
        #expect(try start.moves("d1f1").board.contains("1r1k1r2/p7/8/8/5p2/5P2/1P6/1R3RK1 b kq - 1 1"))
        #expect(try start.moves("d1b1").board.contains("1r1k1r2/p7/8/8/5p2/5P2/1P6/2KR1R2 b kq - 1 1"))
        #expect(try start.reason(against: "d1g1", by: 0) == "piece_cannot_move_there")
        // The rook that goes to d1 opens the rank to the rook on a1.
        let pinned = try chess("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", chess960: true)
        #expect(try pinned.reason(against: "d1b1", by: 0) == "king_in_check")
        // The king stays, the rook jumps over it.
        let near = try chess("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", chess960: true)
        #expect(try near.moves("c1b1").board.contains("4k3/8/8/8/8/8/8/2KR4 b - - 1 1"))
    }

    @Test("a pawn may be taken in passing, at once only, and not if that opens a line to the king")
    func enPassant() throws {
        let play = try chess().moves("e2e4 a7a6 e4e5 d7d5")
        #expect(try play.moves("e5d6").board.contains("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"))
        #expect(try play.moves("h2h3 h7h6").reason(against: "e5d6", by: 0) == "piece_cannot_move_there")
        let pinned = try chess("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1")
        #expect(try pinned.reason(against: "e5d6", by: 0) == "king_in_check")
    }

    @Test("a pawn on the last rank becomes what its player says")
    func promotion() throws {
        let play = try chess("1n6/P6k/8/8/8/8/8/K7 w - - 0 1")
        #expect(
            try Set(play.legalMoves(for: 0).filter { $0.hasPrefix("a7") })
                == ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r", "a7b8b", "a7b8n"])
        #expect(try play.moves("a7b8n").board.contains("1N6/7k/8/8/8/8/8/K7 b - - 0 1"))
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("e3e4", "empty_square"), ("e7e5", "not_your_piece"), ("e2e5", "piece_cannot_move_there"),
            ("e1g1", "castling_not_allowed"), ("e2e4q", "piece_cannot_move_there"), ("draw", "no_draw_to_claim"),
            ("e2e4k", "unreadable"), ("e2", "unreadable"), ("Nf3", "unreadable"), ("e2e9", "unreadable"),
            ("E2E4", "unreadable"), ("", "unreadable"), ("0000", "unreadable"), ("e2e4 ", "unreadable"),
            ("e2e2", "piece_cannot_move_there"),
        ])
    func refusals(move: String, reason: String) throws {
        #expect(try chess().reason(against: move, by: 0) == reason)
    }

    @Test("a king may not be left in check, and a pawn that gets there must become something")
    func refusalsOfPositions() throws {
        let check = try chess().moves("e2e4 f7f6 d2d4 g7g5 d1h5")
        #expect(check.outcome == .won(by: 0))
        let still = try chess("4k3/8/8/8/4r3/8/3P4/4K3 w - - 0 1")
        #expect(try still.reason(against: "d2d3", by: 0) == "still_in_check")
        #expect(try still.legalMoves(for: 0).sorted() == ["e1d1", "e1f1", "e1f2"])
        let pinned = try chess("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1")
        #expect(try pinned.reason(against: "e2d3", by: 0) == "king_in_check")
        #expect(try chess("8/P6k/8/8/8/8/8/K7 w - - 0 1").reason(against: "a7a8", by: 0) == "promotion_missing")
    }

    @Test("the other wins when a player goes, and nothing changes when a seat is skipped")
    func departures() throws {
        var play = try chess().moves("e2e4")
        let skipped = try play.position.snapshot
        play.position.skip(1, at: play.table)
        #expect(try play.position.snapshot == skipped && play.toAct == [1])
        play.leave(0)
        #expect(play.outcome == .won(by: 1))
        #expect(play.toAct.isEmpty)
        #expect(try play.legalMoves(for: 1).isEmpty)
        var mate = try chess().moves("f2f3 e7e5 g2g4 d8h4")
        mate.leave(1)
        #expect(mate.outcome == .won(by: 1))
    }
}
