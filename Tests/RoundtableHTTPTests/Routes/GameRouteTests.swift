import Foundation
import GameRules
import RoundtableModel
import TestSupport
import Testing

@Suite("Games over HTTP", .database, .serialized)
struct GameRouteTests {
    @Test("everybody is told all games that are registered, without a credential")
    func all() async throws {
        try await Server.run { server in
            let answer = expect(try await server.get("/v1/games"), is: 200)
            let games = try GameList(json: Array(answer.text.utf8)).games
            #expect(games.map(\.game) == GameLibrary.testing.names.map(\.rawValue))
            let chess = try #require(games.first { $0.game == "chess" })
            #expect(chess.name == "Chess" && chess.rules == 1 && chess.versions == [1])
            #expect(chess.seats == .init(from: 2, to: 2) && chess.begins == .atOnce && chess.openingMove)
            #expect(!chess.secrets && !chess.growing && chess.example == "e2e4")
            #expect(chess.options.map(\.name) == ["fen", "chess960"])
            #expect(chess.options.map(\.standard) == [nil, GameJSON(false)])
            #expect(
                games.filter(\.secrets).map(\.game) == [
                    "crazy-eights", "deal", "open", "rock-paper-scissors", "sea-battle",
                ])
            #expect(chess.offers == [.draw, .undo, .pause])
            #expect(games.first { $0.game == "open" }?.offers == [.draw, .pause])
            #expect(games.filter(\.growing).map(\.game) == ["ice-cream", "open"])
            #expect(games.filter { $0.begins == .whenSeated }.map(\.game) == ["crazy-eights", "deal", "yacht"])
        }
    }

    @Test("a game that says nothing of itself has a title made of its name")
    func silent() async throws {
        try await Server.run { server in
            let answer = expect(try await server.get("/v1/games", headers: ["Accept-Language": "de"]), is: 200)
            let deal = try #require(try GameList(json: Array(answer.text.utf8)).games.first { $0.game == "deal" })
            #expect(deal.name == "Deal" && deal.notation == nil && deal.example == nil && deal.options == [])
        }
    }

    @Test(
        "names and sentences are in the reader's language, and in English for those whose language we lack",
        arguments: [
            ("de-AT, en;q=0.5", "de", "Schiffe versenken"), ("pl", "pl", "Statki"), ("ar", "ar", "حرب السفن"),
            ("eo", "en", "Sea battle"), ("", "en", "Sea battle"),
        ])
    func languages(preferred: String, language: String, name: String) async throws {
        try await Server.run { server in
            let headers = preferred.isEmpty ? [:] : ["Accept-Language": preferred]
            let answer = expect(try await server.get("/v1/games", headers: headers), is: 200)
            #expect(answer.header("Content-Language") == language)
            #expect(answer.header("Vary") == "Accept-Language")
            let games = try GameList(json: Array(answer.text.utf8)).games
            #expect(games.first { $0.game == "sea-battle" }?.name == name)
        }
    }

    @Test("whoever has the list in their language is told that nothing changed")
    func kept() async throws {
        try await Server.run { server in
            let first = expect(try await server.get("/v1/games"), is: 200)
            #expect(first.header("Cache-Control") == "public, max-age=3600")
            let tag = try #require(first.header("ETag"))
            let again = expect(try await server.get("/v1/games", headers: ["If-None-Match": tag]), is: 304)
            #expect(again.text.isEmpty && again.header("ETag") == tag)
            let other = ["If-None-Match": tag, "Accept-Language": "de"]
            expect(try await server.get("/v1/games", headers: other), is: 200)
        }
    }
}
