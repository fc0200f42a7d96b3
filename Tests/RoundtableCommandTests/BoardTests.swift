import GameRules
import Games
import Roundtable
import TestSupport
import Testing

@testable import RoundtableCommand

@Suite("Boards as operators see them")
struct BoardTests {
    @Test("every game that comes with the service is drawn, and not as JSON unless only its app knows its look")
    func drawn() throws {
        for game in GameLibrary.standard.names where game != "open" {
            let lines = try Board(of: aSession(game, seats: 2)).lines(indent: 2, width: 80)
            #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 80 && !$0.contains("{") }, "\(game): \(lines)")
        }
        #expect(try Board(of: aSession("open")).lines(indent: 2, width: 80) == ["  nothing yet"])
    }

    @Test("seats go by their numbers, and what players hide from each other stays hidden")
    func secrets() throws {
        let session = try aSession("rock-paper-scissors").after("rock", by: 0)
        let expected = [
            "  Round 1 of 1", "", "  Round   1         Points", "  Seat 0  chosen    0", "  Seat 1  ·         0",
        ]
        #expect(try Board(of: session).lines(indent: 2, width: 80) == expected)
        let fleet = "place A1h5,A3h4,A5h3,A7h3,A9h2"
        let sea = try Board(of: aSession("sea-battle").after(fleet, by: 0)).lines(indent: 2, width: 80)
        let fog = String(repeating: "░", count: 20)
        #expect(
            sea[0] == "     Seat 0               Seat 1" && sea.suffix(10).allSatisfy { $0.hasSuffix("\(fog) \(fog)") })
    }
}
