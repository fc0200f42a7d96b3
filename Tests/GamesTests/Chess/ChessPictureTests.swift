import GameRules
import Testing

@testable import Games

@Suite("Chess: picture")
struct ChessPictureTests {
    private func svg(_ fen: String, _ script: String = "") throws -> String {
        try Play("chess", options: #"{"fen":"\#(fen)"}"#).moves(script).picture().svg
    }

    private func uses(of shape: String, in svg: String) -> Int { svg.split(separator: "href=\"#\(shape)\"").count - 1 }

    @Test("every piece is drawn, and declared once", arguments: ChessColor.allCases, ChessPiece.Kind.allCases)
    func pieces(color: ChessColor, kind: ChessPiece.Kind) throws {
        let (start, piece) = (try svg(ChessPosition.startFEN), ChessPiece(color, kind))
        let position = try ChessPosition(fen: ChessPosition.startFEN, isChess960: false)
        #expect(uses(of: piece.shape, in: start) == position.placement[color, kind].count)
        #expect(start.split(separator: "id=\"\(piece.shape)\"").count == 2)
    }

    @Test("the latest move's two squares are framed, the king's own where it castled")
    func latestMove() throws {
        #expect(try uses(of: "frame", in: svg(ChessPosition.startFEN)) == 0)
        #expect(try uses(of: "frame", in: svg(ChessPosition.startFEN, "e2e4")) == 2)
        let castling = try Play("chess", options: #"{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","chess960":true}"#)
            .moves("e1h1").picture().svg
        #expect(castling.contains(##"href="#frame" transform="translate(710 814)""##))
    }

    @Test("check, checkmate and a draw look different from play, and a mated king lies on its side")
    func endings() throws {
        let (alarm, veil, gold, calm) = ("#E5322D", "#241A16", "#F4B93A\" stroke", "#8FB4D9")
        let play = try svg(ChessPosition.startFEN, "e2e4")
        for mark in [alarm, veil, gold, calm, "rotate"] { #expect(!play.contains(mark)) }
        let check = try svg(ChessPosition.startFEN, "e2e4 f7f5 d1h5")
        #expect(check.contains(alarm) && !check.contains(veil))
        let mate = try svg(ChessPosition.startFEN, "f2f3 e7e5 g2g4 d8h4")
        #expect(mate.contains(alarm) && mate.contains(veil) && mate.contains(gold) && mate.contains("rotate"))
        let draw = try svg("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6")
        #expect(draw.contains(veil) && draw.split(separator: calm).count == 3 && !draw.contains("rotate"))
    }
}
