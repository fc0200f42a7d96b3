import GameRules
import Testing

@testable import Games

/// Move generation, held against numbers of games that are known.
@Suite("Chess: perft")
struct ChessPerftTests {
    /// A position and how many games of 1, 2, … moves begin in it.
    struct Known: Sendable, CustomTestStringConvertible {
        let fen: String
        var isChess960 = false
        let counts: [Int]

        var testDescription: String { fen }
    }

    /// Source: https://www.chessprogramming.org/Perft_Results; for Chess960 the first four of
    /// https://www.chessprogramming.org/Chess960_Perft_Results.
    static let known = [
        Known(fen: ChessPosition.startFEN, counts: [20, 400, 8902, 197_281, 4_865_609]),
        Known(fen: kiwipete, counts: [48, 2039, 97_862, 4_085_603]),
        Known(fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", counts: [14, 191, 2812, 43_238, 674_624]),
        Known(
            fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", counts: [6, 264, 9467, 422_333]),
        Known(
            fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", counts: [44, 1486, 62_379, 2_103_487]),
        Known(
            fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            counts: [46, 2079, 89_890, 3_894_594]),
        Known(fen: kiwipete, isChess960: true, counts: [48, 2039, 97_862, 4_085_603]),
        Known(
            fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", isChess960: true,
            counts: [21, 528, 12_189, 326_672, 8_146_062]),
        Known(
            fen: "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", isChess960: true,
            counts: [21, 807, 18_002, 667_366]),
        Known(
            fen: "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", isChess960: true,
            counts: [20, 479, 10_471, 273_318, 6_417_013]),
        Known(
            fen: "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", isChess960: true,
            counts: [22, 593, 13_440, 382_958]),
    ]

    static let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

    @Test("the first moves of known positions are as many as is known", arguments: known)
    func shallow(known: Known) throws {
        let position = try ChessPosition(fen: known.fen, isChess960: known.isChess960)
        try position.check()
        for (depth, count) in known.counts.enumerated() where count < 15_000 {
            #expect(position.perft(depth + 1) == count)
        }
    }

    @Test("all moves of known positions are as many as is known", .deep, arguments: known)
    func deep(known: Known) throws {
        let position = try ChessPosition(fen: known.fen, isChess960: known.isChess960)
        for (depth, count) in known.counts.enumerated() { #expect(position.perft(depth + 1) == count) }
    }
}
