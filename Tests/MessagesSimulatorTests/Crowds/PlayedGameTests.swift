import Foundation
import RoundtableModel
import Testing

@testable import MessagesSimulator

@Suite("The games that crowds play")
struct PlayedGameTests {
    private func view(legalMoves: [GameJSON]?) -> SessionView {
        SessionView(
            id: SessionID(UUID()), game: "g", rules: 1, revision: 1, state: .active, toAct: [0], seats: [], board: [:],
            legalMoves: legalMoves)
    }

    @Test("a move is one of those that are listed, if they are")
    func listed() {
        var random = SeededRandom(seed: 1, for: "moves")
        for game in PlayedGame.allCases {
            #expect(game.move(in: view(legalMoves: []), using: &random) == nil)
            #expect(game.move(in: view(legalMoves: ["m"]), using: &random) == "m")
        }
    }

    @Test("a fleet has five ships of the right lengths, at sea, none over another")
    func fleets() throws {
        var random = SeededRandom(seed: 1, for: "fleets")
        for _ in 0..<50 {
            let move = try #require(PlayedGame.seaBattle.move(in: view(legalMoves: nil), using: &random)?.string)
            let ships = move.matches(of: /([A-J])([0-9]+)([hv])([2-5])/)
            #expect(ships.map { String($0.4) } == ["5", "4", "3", "3", "2"])
            var cells: [[Int]] = []
            for ship in ships {
                let column = try #require(Array("ABCDEFGHIJ").firstIndex(of: Character(String(ship.1))))
                let (row, length) = try (#require(Int(ship.2)), #require(Int(ship.4)))
                cells += (0..<length).map { ship.3 == "h" ? [column + $0, row] : [column, row + $0] }
            }
            #expect(Set(cells).count == 17)
            #expect(cells.allSatisfy { (0..<10).contains($0[0]) && (1...10).contains($0[1]) })
        }
    }

    @Test("dice, drawn cards and shots reveal something, placing and playing don't")
    func revealing() {
        #expect(PlayedGame.yacht.reveals("keep 1 1") && !PlayedGame.yacht.reveals("score yacht"))
        #expect(PlayedGame.crazyEights.reveals("draw") && !PlayedGame.crazyEights.reveals("QS"))
        #expect(PlayedGame.seaBattle.reveals("A1") && !PlayedGame.seaBattle.reveals("place A1h5"))
        #expect(PlayedGame.open.reveals(["roll": [6]]) && !PlayedGame.open.reveals(["patch": ["a": 1]]))
    }
}
