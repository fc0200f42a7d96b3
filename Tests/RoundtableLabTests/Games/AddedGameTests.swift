import Foundation
import GameRules
import Games
import RoundtableJSON
import MessagesSimulator
import RoundtableClient
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("A game that is added to the library", .database)
struct AddedGameTests {
    private static let games = GameLibrary.standard.adding([PegGame()])

    @Test("is listed by the service, with a move")
    func list() async throws {
        try await LiveService.run(games: Self.games) { target in
            let client = RoundtableClient(baseURL: target.url, credential: nil)
            let game = try #require(try await client.games().games.first { $0.game == "pegs" })
            #expect(game.name == "Pegs" && game.example == "2" && game.examples == ["2"])
        }
    }

    @Test("is played by crowds")
    func crowd() async throws {
        try await LiveService.run(games: Self.games) { target in
            let crowd = try await Crowd(seed: 1, people: 3, habits: .friendly, playing: "pegs", service: target.url)
            try await crowd.play(steps: 40)
            #expect(await crowd.report.sessions.count > 0)
        }
        await #expect(throws: SimulationError.unknownGame("pegs")) {
            try await LiveService.run { target in
                _ = try await Crowd(seed: 1, people: 3, habits: .friendly, playing: "pegs", service: target.url)
            }
        }
    }

    @Test("is played by the load tester as its example says")
    func load() throws {
        #expect(GameScript.games(of: Self.games).contains("pegs"))
        let script = try #require(GameScript(game: "pegs", seats: 2, of: Self.games))
        #expect(
            script.moves == [
                .init(seat: 0, json: "\"1\""), .init(seat: 1, json: "\"3\""), .init(seat: 0, json: "\"2\""),
            ])
        #expect(GameScript(game: "pegs", seats: 3, of: Self.games) == nil)
        #expect(GameScript(game: "pegs", seats: 2) == nil)
    }

    @Test("is drawn on the playground, with places to click, from the first move to the end")
    func playground() async throws {
        try await LiveService.run(games: Self.games) { target in
            let playground = await Playground(people: 2, on: target.url)
            try await playground.learnGames()
            #expect(await playground.state(proposing: "pegs").games.contains { $0.game == "pegs" })
            try await playground.perform(.create(game: "pegs", options: nil, move: "1"), on: 0)
            try await playground.perform(.send, on: 0)
            let bubble = try #require(await playground.state(proposing: "pegs").screens[1].transcript.bubbles.last)
            try await playground.perform(.tap(bubble: "\(bubble.id)"), on: 1)
            #expect(try await Self.places(on: playground, of: 1) == ["2", "3"])
            try await playground.perform(.play("3"), on: 1)
            // A message in the input field is drawn as if it counted, on its author's phone only.
            #expect(try await Self.places(on: playground, of: 1) == ["2"])
            #expect(try await Self.places(on: playground, of: 0) == ["2", "3"])
            try await playground.perform(.send, on: 1)
            try await playground.perform(.play("2"), on: 0)
            try await playground.perform(.send, on: 0)
            #expect(await playground.state(proposing: "pegs").screens[0].view?.outcome?.winners == [0])
        }
    }

    /// The places that can be clicked on the board of a phone.
    private static func places(on playground: Playground, of number: Int) async throws -> [String] {
        let svg = try #require(await playground.state(proposing: "pegs").screens[number].picture)
        return svg.matches(of: /data-place="([^"]*)"/).map { String($0.1) }
    }
}
