import ArgumentParser
import EmbeddedPostgres
import Foundation
import GameRules
import Games
import Logging
import RoundtableClient
import RoundtableModel
import TestSupport
import RoundtableTestTools
import Testing

@testable import RoundtableCommand

@Suite("Rules that never return")
struct EndlessRulesTests {
    @Test("end the process once, and then not again: their session is suspended, and others of their game are played")
    func endless() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let arguments = [
            "--port", "0", "--database-url", server.connectionURL, "--keys-file", try folder.makeKeys(),
            "--shortest-turn-seconds", "1",
        ]
        await #expect(processExitsWith: .exitCode(RulesMonitor.status)) { [arguments = arguments as [String]] in
            try await Self.serving(arguments) { player in
                let session = try await player.begin(Self.badGame).session
                let turn = Turn(revision: 1, move: "stall", conversation: Self.badGame.conversation, send: .now)
                _ = try await player.play(turn, in: session.id)
                // The deadline comes, and the seat is skipped; what ends the process ends this.
                try await eventually("the end of the process") { false }
            }
        }
        await #expect(processExitsWith: .success) { [arguments = arguments as [String]] in
            try await Self.serving(arguments) { player in
                for _ in 0..<3 {
                    let session = try await player.begin(Self.badGame).session
                    #expect(session.revision == 1)
                    let chess = NewSession(game: "chess", conversation: Self.badGame.conversation)
                    #expect(try await player.begin(chess).session.state == .draft)
                    // What sweeps for this one's deadline has met the session whose rules never return, too.
                    try await eventually("the seat is skipped") { try await player.session(session.id).revision == 2 }
                }
                exit(0)
            }
        }
        await server.stop(.immediate)
    }

    private static var badGame: NewSession {
        NewSession(
            game: "bad", conversation: Conversation(local: UUID(), remotes: []), send: .now, turnTimeoutSeconds: 1)
    }

    /// Runs an instance in this process that has a bad game, and does something as a player of it.
    private static func serving(
        _ arguments: [String], _ body: @escaping @Sendable (RoundtableClient) async throws -> Void
    ) async throws {
        RoundtableCommand.games = .standard.adding([BadGame()])
        let serve = try Serve.parse(arguments)
        let config = try await serve.settings.reader(with: serve.serving)
        // NB: the usual patience is ten seconds of a processor.
        try await Instance(config, logger: .quiet, rulesPatience: .seconds(2)).run { port in
            do {
                let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
                let player = try await RoundtableClient(baseURL: url, credential: nil).makePlayer()
                try await body(RoundtableClient(baseURL: url, credential: player.token))
            } catch {
                Issue.record(error)
                exit(1)
            }
        }
    }
}
