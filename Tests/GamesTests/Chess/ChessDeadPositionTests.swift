import GameRules
import Testing

@testable import Games

/// Walls of pawns between two kings (FIDE 5.2.2). What is expected was found by trying all moves, with python-chess,
/// until something is taken, promoted or mated.
@Suite("Chess: dead positions")
struct ChessDeadPositionTests {
    static let dead = [
        "8/8/1k6/p1p1p1p1/P1P1P1P1/8/5K2/8 b - - 0 1", "1k6/8/p2p1p1p/P2P1P1P/8/K7/8/8 b - - 0 1",
        "8/5pk1/8/1p1p1p1p/1P1P1P1P/8/1K6/8 b - - 0 1", "3k4/7p/p2p1p1p/Pp1P1P1P/1P6/3K4/8/8 w - - 0 1",
        "8/3k4/p1p3p1/P1P1p1P1/4P3/8/8/6K1 w - - 0 1", "8/8/2k5/4p3/p1p1P1p1/P1P3P1/3K4/8 b - - 0 1",
        "8/2k5/2p1p3/p1p1p1p1/P1P1P1P1/6P1/8/6K1 b - - 0 1", "8/7k/8/2p5/p1p1p3/P1P1P1p1/4K1P1/8 b - - 0 1",
        "8/8/4k2p/8/1p1p1p1p/1P1P1P1P/3K4/8 w - - 0 1", "8/1p4k1/8/1p1p1p1p/1P1P1P1P/7K/8/8 b - - 0 1",
        "8/3k4/1p1p3p/1P1P1p1P/5P2/8/7K/8 w - - 0 1",
    ]

    static let alive = [
        "8/8/1k6/p1p1p1p1/P1P1P3/8/5KP1/8 w - - 0 1", "8/8/8/2k5/1ppp1p1p/1PPP1P1P/1P5K/8 w - - 0 1",
        "8/2k5/8/pp2ppp1/PPp1PPP1/2P5/6K1/8 b - - 0 1", "8/4k3/8/7p/3p1ppP/1p1P1PP1/1P1P4/5K2 b - - 0 1",
        "8/8/7k/p1p1p1pp/P1P1P1PP/2K5/8/8 b - - 0 1", "4K3/8/3p1p1p/1p1P1P1P/1P6/8/7k/8 b - - 0 1",
        "8/8/8/1kp5/1p1p1p1p/1PpPpP1P/2P1PK1P/8 w - - 0 1", "8/8/p6k/p1pppp1p/P1PPPP1P/7K/8/8 w - - 0 1",
        "2K2k2/8/pp1pp1p1/PP1PP1P1/8/8/8/8 b - - 0 1", "8/k1K5/5p2/3p1p2/p1pPp1p1/P1P1PPP1/8/8 w - - 0 1",
        "8/8/k7/8/p1pp3p/P1PPp2P/4PK2/8 w - - 0 1", ChessPosition.startFEN,
        // The same wall, but for a pawn that can be taken in passing, and for a bishop that may give check.
        "8/8/1k6/p1p1p3/P1P1PpP1/8/5K2/8 b - g3 0 1", "8/8/1k6/p1p1p1p1/P1P1P1P1/8/5KB1/8 b - - 0 1",
    ]

    @Test("a wall that nobody can get through ends the game", arguments: dead)
    func walls(fen: String) throws {
        #expect(try ChessPosition(fen: fen, isChess960: false).isDead)
        let rejection = try #require(throws: OptionsRejection.self) {
            try Chess().setUp(Chess.Options(fen: fen), seats: 2)
        }
        #expect(rejection.detail == "The game is over in this position already.")
    }

    @Test("the game goes on where something can be taken, promoted or mated", arguments: alive)
    func gaps(fen: String) throws {
        #expect(try !ChessPosition(fen: fen, isChess960: false).isDead)
    }

    @Test("the move that closes the wall draws the game at once")
    func closing() throws {
        let play = try Play("chess", options: #"{"fen":"8/8/1k6/p1p1p1p1/P1P1P3/8/5KP1/8 w - - 0 1"}"#)
        #expect(play.outcome == nil)
        #expect(try play.moves("g2g4").outcome == .drawn)
        #expect(try play.moves("g2g4").toAct.isEmpty)
        #expect(try play.moves("g2g3").outcome == nil)
    }

    @Test("a wall and its mirror image are both dead, whoever is to move", arguments: dead)
    func mirrored(fen: String) throws {
        let placement = fen.prefix { $0 != " " }
        let mirrored = placement.split(separator: "/").reversed().joined(separator: "/").map {
            $0.isUppercase ? $0.lowercased() : $0.uppercased()
        }.joined()
        for text in [String(placement), mirrored] {
            for color in ["w", "b"] {
                #expect(try ChessPosition(fen: "\(text) \(color) - - 0 1", isChess960: false).isDead)
            }
        }
    }
}
