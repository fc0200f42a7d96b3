import Foundation
import GameRules
import Games
import Testing

@Suite("The command games")
struct GamesCommandTests {
    private static let games = GameLibrary.standard.names.map(\.rawValue)

    /// What the command prints; there is no database it could ask.
    private func output(_ arguments: String...) async throws -> String {
        let nowhere = ["ROUNDTABLE_DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere"]
        let run = try await ProgramRun.of(["games"] + arguments, environment: nowhere)
        #expect(run.status == 0, "\(run.output)")
        return run.output
    }

    @Test("lists every game with its name, seats, options and a move, in lines of at most 80 columns")
    func list() async throws {
        let text = try await output()
        let titles = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(titles.compactMap { $0.firstMatch(of: /\(([a-z-]+), rules 1\)$/).map { String($0.1) } } == Self.games)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.contains("Chess (chess, rules 1)\n  seats    2\n  play     begins at once; may open with a move"))
        #expect(text.contains("  example  e2e4\n  options  fen: text. The position"))
        #expect(text.contains("  example  {\"patch\":{\"turns\":1}}\n"))
    }

    @Test("speaks the language that is asked for")
    func german() async throws {
        let text = try await output("sea-battle", "--language", "de-CH")
        #expect(text.hasPrefix("Schiffe versenken (sea-battle, rules 1)\n") && !text.contains("Chess"))
    }

    @Test("prints an object a line as JSON")
    func json() async throws {
        let lines = try await output("--json").split(separator: "\n")
        let names = try lines.map { try #require(GameJSON(Data($0.utf8))["game"]?.string) }
        #expect(names == Self.games)
    }

    @Test("refuses a game that there is not")
    func unknown() async throws {
        let run = try await ProgramRun.of(["games", "bridge"])
        #expect(run.status == 1 && run.output.contains("There is no game bridge."), "\(run.output)")
    }
}
