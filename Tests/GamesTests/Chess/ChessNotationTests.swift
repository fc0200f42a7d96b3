import GameRules
import Testing

@testable import Games

@Suite("Chess: notation")
struct ChessNotationTests {
    @Test(
        "a position is written as it was read",
        arguments: [
            ChessPosition.startFEN, ChessPerftTests.kiwipete, "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
            "4k3/8/8/8/8/8/8/4K2R b K - 99 123",
        ])
    func standardFEN(fen: String) throws {
        #expect(try ChessPosition(fen: fen, isChess960: false).fen == fen)
    }

    @Test(
        "castling rights of Chess960 are written in X-FEN",
        arguments: [("HFhf", "KQkq"), ("KQkq", "KQkq"), ("Hh", "Kk"), ("Ff", "Qq"), ("hF", "Qk"), ("-", "-")])
    func rights(read: String, written: String) throws {
        let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w"
        #expect(
            try ChessPosition(fen: "\(fen) \(read) - 2 9", isChess960: true).fen == "\(fen) \(written) - 2 9")
        // An inner rook has its file's letter.
        let inner = "4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1"
        #expect(try ChessPosition(fen: inner, isChess960: true).fen == inner)
    }

    @Test("the counters may be left out")
    func fourFields() throws {
        let fen = "4k3/8/8/8/8/8/8/4K2R b K -"
        #expect(try ChessPosition(fen: fen, isChess960: false).fen == fen + " 0 1")
    }

    @Test(
        "positions that can't be read or played are refused",
        arguments: [
            "", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0", "4k3/8/8/8/8/8/8/4K2R  w K - 0 1", "4k3/8/8/8/8/8/8/4K2R x K - 0 1",
            "4k3/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K3R w - - 0 1", "4k3/8/8/8/8/8/8/4K11R w - - 0 1",
            "4k3/8/8/8/8/8/8/4K9 w - - 0 1", "4k3/8/8/8/8/8/8/4K2X w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 01 1",
            "4k3/8/8/8/8/8/8/4K2R w K - -1 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 0", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w k - 0 1", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
            // A pawn on the last rank, the side not to move in check, adjacent kings.
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KR1p w - - 0 1", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "8/8/8/3kK3/8/8/8/R7 w - - 0 1",
            // En passant without a pawn, from a square that is not empty, on the wrong rank, with a clock that ran.
            "4k3/8/8/8/8/8/8/R3K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
            // Nine pawns; eight pawns and two queens.
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
            // Over already: checkmate, stalemate, kings alone, 75 moves.
            "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "7k/8/8/8/8/8/8/KR6 w - - 150 100", "4k3/8/8/8/8/8/8/4K2R w K - 0 10000",
        ])
    func refusedFEN(fen: String) throws {
        let game = try #require(GameLibrary.standard.newest("chess"))
        let options = try GameJSON(encoding: ["fen": fen])
        #expect(throws: OptionsRejection.self) { try game.position(options: options, seats: 2) }
    }

    @Test("options of another shape are refused", arguments: [#"{"fen":5}"#, #"{"chess960":"yes"}"#, "[]"])
    func options(json: String) {
        #expect(throws: OptionsRejection.self) { try Play("chess", options: json) }
    }

    @Test("the Opera Game, Paris 1858, is told in PGN")
    func operaGame() throws {
        let moves = """
            e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 \
            b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8
            """
        #expect(
            try PGN.movetext(of: moves.words) == """
                1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
                Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
                Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
                """)
    }

    @Test("the Immortal Game, London 1851, is told in PGN")
    func immortalGame() throws {
        let moves = """
            e2e4 e7e5 f2f4 e5f4 f1c4 d8h4 e1f1 b7b5 c4b5 g8f6 g1f3 h4h6 d2d3 f6h5 f3h4 h6g5 h4f5 c7c6 g2g4 h5f6 h1g1 \
            c6b5 h2h4 g5g6 h4h5 g6g5 d1f3 f6g8 c1f4 g5f6 b1c3 f8c5 c3d5 f6b2 f4d6 c5g1 e4e5 b2a1 f1e2 b8a6 f5g7 e8d8 \
            f3f6 g8f6 d6e7
            """
        #expect(
            try PGN.movetext(of: moves.words).replacing("\n", with: " ") == """
                1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 \
                10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 \
                18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
                """)
    }

    @Test(
        "like pieces that could go to the same square are told apart by file, by rank, or by both",
        arguments: [
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"), ("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
            ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"), ("4k3/8/8/8/8/8/8/R4R1K w - - 0 1", "a1d1", "Rad1"),
            ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"), ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"),
            ("8/8/8/K2pP3/8/8/7r/7k w - d6 0 1", "e5d6", "exd6"),
            // The other knight is pinned, so that nothing needs to be told apart.
            ("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ])
    func san(fen: String, move: String, san: String) throws {
        let position = try ChessPosition(fen: fen, isChess960: false)
        #expect(position.san(of: try #require(ChessMove(uci: move))) == san)
    }

    @Test("PGN begins where the game began, and ends as it ended")
    func movetext() throws {
        let fen = "4k3/8/8/8/8/8/P7/R3K3 b - - 99 80"
        #expect(try PGN.movetext(of: ["e8e7", "draw"], from: fen) == "80... Ke7 1/2-1/2")
        #expect(try PGN.movetext(of: ["e8e7", "a2a4"], from: fen) == "80... Ke7 81. a4 *")
        #expect(try PGN.movetext(of: ["e8e7"], from: fen, outcome: .won(by: 1)) == "80... Ke7 0-1")
        let castling = "4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1"
        #expect(try PGN.movetext(of: ["d1f1"], from: castling, chess960: true) == "1. O-O *")
        #expect(try PGN.movetext(of: []) == "*")
    }

    @Test("moves that are no game have no PGN")
    func noMovetext() throws {
        #expect(throws: PGN.Failure.self) { try PGN.movetext(of: ["e2e4"], from: "x") }
        for moves in [["e2e5"], ["e4"], ["draw"], ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"]] {
            #expect {
                try PGN.movetext(of: moves)
            } throws: { error in
                if case .move(let index, _)? = error as? PGN.Failure { index == moves.count - 1 } else { false }
            }
        }
    }

    @Test("every square and every move is read as it was written")
    func notation() throws {
        for square in ChessSquare.all { #expect(ChessSquare(name: square.name) == square) }
        for text in ["e2e4", "a7a8q", "a7a8r", "a7a8b", "a7a8n", "draw"] {
            #expect(Chess.Move(rawValue: text)?.rawValue == text)
        }
    }
}
