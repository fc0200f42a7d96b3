import GameRules
import Games
import Roundtable
import TestSupport
import Testing

@testable import RoundtableCommand

@Suite("Boards as operators see them")
struct BoardTests {
    @Test("every game is drawn, within the columns that there are", arguments: GameLibrary.standard.names)
    func drawn(game: GameName) throws {
        let lines = try Board(of: aSession(game, seats: 2)).lines(indent: 2, width: 80)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 80 && $0.hasPrefix("  ") }, "\(lines)")
    }

    @Test("what players hide from each other stays hidden")
    func secrets() throws {
        let session = try aSession("rock-paper-scissors").after("rock", by: 0)
        let lines = try Board(of: session).lines(indent: 2, width: 80).joined()
        #expect(lines.contains(#""chosen": [0]"#) && !lines.contains("rock"))
        let fleet = "place A1h5,A3h4,A5h3,A7h3,A9h2"
        let sea = try Board(of: aSession("sea-battle").after(fleet, by: 0)).lines(indent: 2, width: 80).joined()
        #expect(sea.contains("shots") && !sea.contains("A1h5"))
    }
}
