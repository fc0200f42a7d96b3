import Foundation
import GameRules
import Games
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("Scenarios")
struct ScenarioTests {
    @Test("each built-in scenario can be played, and is read again as it was written", arguments: Scenario.builtIn)
    func builtIn(scenario: Scenario) throws {
        _ = try scenario.script()
        #expect(try Scenario(yaml: scenario.yaml, name: "file") == scenario)
    }

    @Test("what a file does not say is as in duel, and JSON is read as well")
    func defaults() throws {
        let scenario = try Scenario(yaml: #"{"sessions": 7, "steps": {"read": 3}}"#, name: "evening")
        #expect(scenario.name == "evening" && scenario.sessions == 7 && scenario.steps == [.read: 3])
        #expect(scenario.game == "four-in-a-row" && scenario.seats == 2)
    }

    @Test(
        "nonsense is refused",
        arguments: [
            "game: chess", "seats: 3", "steps: {dance: 1}", "steps: {turn: 0}", "sessions: many", "people: 1",
            "steps: {contest: 1, turn: 1}", "- a list", "sessions: 0",
        ])
    func nonsense(yaml: String) {
        #expect(throws: LabError.self) { try Scenario(yaml: yaml, name: "x") }
    }

    @Test(
        "a scripted game ends with its last move, and not before", arguments: GameScript.games(), [2, 5])
    func scripts(game: String, seats: Int) throws {
        let rules = try #require(GameLibrary.standard.newest(GameName(rawValue: game)))
        guard rules.seats.contains(seats) else { return #expect(GameScript(game: game, seats: seats) == nil) }
        let script = try #require(GameScript(game: game, seats: seats))
        var position = try rules.position(options: .emptyObject, seats: seats)
        var table = GameTable(openSeats: seats)
        for move in script.moves {
            #expect(position.outcome(at: table) == nil)
            table.seats[move.seat] = .taken
            let random = GameRandom(SystemRandomNumberGenerator())
            try position.apply(GameJSON(Data(move.json.utf8)), by: SeatIndex(move.seat), at: table, random: random)
        }
        #expect(position.outcome(at: table) != nil)
    }
}
