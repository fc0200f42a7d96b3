import Foundation
import Testing

@testable import Games

/// Positions held against what python-chess says of them, which `deploy/check/chess_positions.py` writes.
@Suite("Chess: comparison")
struct ChessComparisonTests {
    @Test("moves, check, mate, stalemate and material are as another program has them", .positions)
    func comparison() throws {
        let file = try #require(Environment.positions)
        var count = 0
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let position = try ChessPosition(fen: fields[0], isChess960: false)
            #expect(position.legalMoves.map(\.uci).sorted().joined(separator: " ") == fields[1], "\(fields[0])")
            #expect(position.isCheck == (fields[2] == "check"), "\(fields[0])")
            #expect(position.placement.hasTooFewPieces == (fields[3] == "insufficient"), "\(fields[0])")
            count += 1
        }
        print("chess: \(count) positions are as python-chess has them")
    }
}
