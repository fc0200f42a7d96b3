import GameRules
import Testing

@testable import Games

@Suite("Chess: messages")
struct ChessTextTests {
    private func chess(_ fen: String? = nil) throws -> Play {
        try Play("chess", options: fen.map { #"{"fen":"\#($0)"}"# } ?? "{}")
    }

    @Test("a message tells the move, its number, who is next and who is ahead")
    func moves() throws {
        let message = try chess().moves("e2e4 e7e5").message(for: "g1f3", by: 0)
        #expect(message.caption.english == "<mover> moved the knight to f3")
        #expect(message.subcaption?.english == "<seat 1> to play")
        #expect(message.trailingCaption?.english == "Move 2")
        #expect(message.trailingSubcaption == nil)
        let capture = try chess().moves("e2e4 d7d5 e4d5").message(for: "d8d5", by: 1)
        #expect(capture.caption.english == "<mover> took the pawn on d5 with the queen")
        #expect(try chess().moves("e2e4 d7d5").message(for: "e4d5", by: 0).trailingSubcaption?.english == "White +1")
    }

    @Test(
        "what is peculiar to a move is told",
        arguments: [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "<mover> castled kingside"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "<mover> castled queenside"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "<mover> took a pawn en passant on d6"),
            ("8/P6k/8/8/8/8/8/KR6 w - - 0 1", "a7a8n", "<mover> promoted a pawn to a knight on a8"),
            ("1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "<mover> captured on b8 and promoted to a queen"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "<mover> moved the rook to a8: check"),
        ])
    func peculiarities(fen: String, move: String, caption: String) throws {
        #expect(try chess(fen).message(for: move, by: 0).caption.english == caption)
    }

    @Test("checkmate is told with who wins")
    func checkmate() throws {
        let mate = try chess().moves("f2f3 e7e5 g2g4").message(for: "d8h4", by: 1)
        #expect(mate.caption.english == "<mover> moved the queen to h4: checkmate")
        #expect(mate.subcaption?.english == "Black wins")
        #expect(mate.trailingCaption?.english == "After 2 moves")
        #expect(mate.summary?.english == "<mover> won at chess by checkmate")
    }

    @Test(
        "a draw is told with its reason",
        arguments: [
            ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6", "Stalemate: no legal move is left"),
            ("8/8/8/8/8/8/6pk/4K2B w - - 0 1", "h1g2", "Neither side can give checkmate any more"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "a1a2", "75 moves each without a capture or a pawn move"),
        ])
    func draws(fen: String, move: String, reason: String) throws {
        let message = try chess(fen).message(for: move, by: 0)
        #expect(message.subcaption?.english == reason)
        #expect(message.caption.english.hasSuffix(": a draw"))
        #expect(message.summary?.english == "Chess: a draw")
    }

    @Test("a player who may claim a draw is told so, and the claim with its ground")
    func claims() throws {
        let fifty = try chess("4k3/8/8/8/8/8/8/R3K3 w - - 99 90")
        let offered = try fifty.message(for: "a1a2", by: 0)
        #expect(offered.subcaption?.english == "<seat 1> to play, and may claim a draw")
        let claim = try fifty.moves("a1a2").message(for: "draw", by: 1)
        #expect(claim.caption.english == "<mover> claimed a draw")
        #expect(claim.subcaption?.english == "50 moves each without a capture or a pawn move")
        #expect(claim.trailingCaption?.english == "After 90 moves")
        let whites = try chess("4k3/8/8/8/8/8/8/R3K3 w - - 100 90").message(for: "draw", by: 0)
        #expect(whites.trailingCaption?.english == "After 89 moves")
    }

    @Test("VoiceOver reads where the pieces are, and who is to move")
    func label() throws {
        let message = try chess("r3k3/8/8/8/8/8/1P6/R3K2R w KQq - 0 1").message(for: "e1g1", by: 0)
        #expect(
            message.accessibilityLabel?.english == "<mover> castled kingside. White: king g1; 2 rooks: a1, f1; "
                + "pawn b2. Black: king e8; rook a8. Black to move.")
        let start = try Play("chess").message(for: "e2e4", by: 0).accessibilityLabel
        #expect(
            start?.english == "<mover> moved the pawn to e4. White: king e1; queen d1; 2 rooks: a1, h1; "
                + "2 bishops: c1, f1; 2 knights: b1, g1; 8 pawns: a2, b2, c2, d2, f2, g2, h2, e4. "
                + "Black: king e8; queen d8; 2 rooks: a8, h8; 2 bishops: c8, f8; 2 knights: b8, g8; "
                + "8 pawns: a7, b7, c7, d7, e7, f7, g7, h7. Black to move.")
    }

    /// Games, by their options, in which everything is said that chess can say.
    static let everything: [(options: String, script: String)] =
        [
            (
                "{}",
                "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 "
                    + "c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"
            ),
            ("{}", "f2f3 e7e5 g2g4 d8h4"), ("{}", "e2e4 a7a6 e4e5 d7d5 e5d6"), ("{}", "e2e4 d7d5 e4d5 d8d5"),
            ("{}", String(repeating: "g1f3 g8f6 f3g1 f6g8 ", count: 4)),
            ("{}", String(repeating: "g1f3 g8f6 f3g1 f6g8 ", count: 2) + "draw"), (#"{"chess960":true}"#, ""),
        ]
        + [
            ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1g1"), ("7k/6P1/8/8/8/8/8/K7 b - - 0 1", "h8g7"),
            ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6"), ("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "a1a2 draw"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "a1a2"), ("1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q"),
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8r"),
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8b"), ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"),
            ("4k2q/8/8/8/8/8/8/1K5R b - - 0 1", "h8h1"), ("4k3/8/8/8/8/8/8/q3K2R w - - 0 1", "e1e2"),
            ("4k3/8/8/8/8/8/8/R3K2q w - - 0 1", "e1d2 h1a1"), ("4k3/8/8/8/8/8/5q2/4K2R w - - 0 1", "e1f2"),
        ].map { (#"{"fen":"\#($0.0)"}"#, $0.1) }
}
