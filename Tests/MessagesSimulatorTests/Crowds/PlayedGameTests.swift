import Foundation
import GameRules
import RoundtableModel
import Testing

@testable import MessagesSimulator

@Suite("The games that crowds play")
struct PlayedGameTests {
    private let game = PlayedGame(
        GameSummary(
            game: "g", name: "G", rules: 1, versions: [1], seats: .init(from: 2, to: 2), begins: .atOnce,
            openingMove: false, secrets: false, growing: false, examples: ["a", "b"]))

    private func view(_ game: String = "g", legalMoves: [GameJSON]?) -> SessionView {
        SessionView(
            id: SessionID(UUID()), game: game, rules: 1, revision: 1, state: .active, toAct: [0], seats: [],
            board: [:], legalMoves: legalMoves)
    }

    @Test("a move is one of those that are listed, if they are, else an example")
    func moves() {
        var random = SeededRandom(seed: 1, for: "moves")
        #expect(game.move(in: view(legalMoves: []), using: &random) == nil)
        #expect(game.move(in: view(legalMoves: ["m"]), using: &random) == "m")
        let chosen = (0..<20).map { _ in game.move(in: view(legalMoves: nil), using: &random) }
        #expect(Set(chosen) == ["a", "b"])
    }

    @Test("dice, drawn cards and shots reveal something, placing and playing don't")
    func revealing() throws {
        let yacht = try #require(OracleGame(of: view("yacht", legalMoves: nil)))
        #expect(yacht.reveals("keep 1 1") && !yacht.reveals("score yacht"))
        #expect(OracleGame.crazyEights.reveals("draw") && !OracleGame.crazyEights.reveals("QS"))
        #expect(OracleGame.seaBattle.reveals("A1") && !OracleGame.seaBattle.reveals("place A1h5"))
        #expect(OracleGame.open.reveals(["roll": [6]]) && !OracleGame.open.reveals(["patch": ["a": 1]]))
        #expect(OracleGame(of: view("nim", legalMoves: nil)) == nil)
    }
}
