import EmbeddedPostgres
import Foundation
@testable import RoundtableCommand
import SystemPackage
import RoundtableTestTools
import Testing

@Suite("Operators' commands")
struct OperatorCommandTests {
    private let folder: TestFolder
    private let server: EmbeddedPostgres
    private let keys: String

    init() async throws {
        folder = try await TestFolder.withCluster()
        server = try await folder.startServer()
        try await server.migrate()
        keys = try folder.makeKeys()
    }

    private func run(_ words: String, _ more: String...) async throws -> ProgramRun {
        let arguments = words.split(separator: " ").map(String.init) + more
        return try await ProgramRun.of(arguments + ["--database-url", server.connectionURL, "--keys-file", keys])
    }

    /// What a command prints, which must end well.
    private func output(_ words: String, _ more: String...) async throws -> String {
        let arguments = words.split(separator: " ").map(String.init) + more
        let run = try await ProgramRun.of(
            arguments + ["--database-url", server.connectionURL, "--keys-file", keys])
        #expect(run.status == 0, "\(words): \(run.output)")
        return run.output
    }

    /// The value of a member of each line of JSON, as text.
    private func values(_ member: String, in lines: String) throws -> [String] {
        try lines.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return "\(try #require(object?[member]))"
        }
    }

    /// Lines that follow each other in what a command prints.
    private func lines(_ lines: [String], indent: Int) -> String {
        lines.map { "\n" + String(repeating: " ", count: indent) + $0 }.joined() + "\n"
    }

    @Test("list, show, replay, verify and count a few thousand sessions")
    func thousands() async throws {
        _ = try await Seeding(databaseURL: server.connectionURL, sessions: 3000, events: 6, people: 500).run()
        let first = try await output("session list --json --limit 1000 --sort created --reason test")
        let mark = try #require(first.firstMatch(of: /--after (\S+)/)).1
        let second = try await output(
            "session list --json --limit 10000 --sort created --reason test --after", String(mark))
        let sessions = try values("session", in: first) + values("session", in: second)
        #expect(sessions.count == 3001 && Set(sessions).count == 3001)

        let id = try #require(sessions.first)
        let shown = try await output("session show --reason test", id)
        #expect(shown.contains("Revision  6") && shown.contains("moved"))
        let board = ["· · · O · · ·", "· X · X O · X"]
        #expect(shown.contains("\nBoard\n  · · · · · · ·\n") && shown.contains(lines(board, indent: 2)), "\(shown)")
        let replayed = try await output("session replay --reason test", id)
        #expect(replayed.contains("matches its events"))
        let opening = lines(["· · · · · · ·", "· · · X · · ·"], indent: 4)
        #expect(replayed.contains(opening) && replayed.contains(lines(board, indent: 4)), "\(replayed)")
        let player = try #require(shown.firstMatch(of: /0 +taken +(\S+)/)).1
        let listed = try await output("session list --json --limit 1000 --reason test --waiting-for", String(player))
        #expect(try values("toAct", in: listed).allSatisfy { !$0.isEmpty })
        #expect(try await output("player sessions --json --reason test", String(player)).contains(id))
        #expect(try await output("player show --reason test", String(player)).contains("active"))

        // The debug build takes its time for each.
        let verified = try await output("session verify --sample 300")
        #expect(verified.contains("Looked at 300 of 3001 sessions: 0 differ"), "\(verified)")
        #expect(try await output("stats").contains("3001 sessions, 502 players"))
        let doctor = try await run("doctor --quiet")
        #expect(doctor.status == 1 && doctor.output.contains("Set fsync = on."), "\(doctor.output)")
        let log = try await output("audit list --json --limit 100")
        #expect(try values("reason", in: log) == Array(repeating: "test", count: 7))
    }

    @Test("don't act without a reason, and don't destroy without a yes")
    func refusals() async throws {
        let id = UUID().uuidString
        let unreasoned = try await run("session list")
        #expect(unreasoned.status == 64 && unreasoned.output.contains("--reason"), "\(unreasoned.output)")
        for words in ["session abandon", "session resign --seat 0", "player revoke", "player erase"] {
            let refused = try await run("\(words) \(id) --reason test")
            #expect(refused.status == 1 && refused.output.contains("--yes"), "\(words): \(refused.output)")
        }
        #expect(!(try await output("audit list --json")).contains("{"))
        for words in ["session show", "session export", "player show", "session replay"] {
            let missing = try await run("\(words) \(id) --reason test")
            #expect(missing.status == 1 && missing.output.contains("There is no"), "\(words): \(missing.output)")
        }
    }

    @Test("ask at a terminal for the reason that was not given")
    func askedReason() async throws {
        let terminal = try Terminal()
        async let listed = ProgramRun.of(
            ["session", "list", "--database-url", server.connectionURL, "--keys-file", keys], at: terminal)
        try await terminal.shows("Why?")
        terminal.type("ticket 4711\n")
        #expect(try await listed.status == 0)
        #expect(try await output("audit list --json").contains("ticket 4711"))
    }

    @Test("export games of chess as other programs read them")
    func chess() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../RoundtableStoreTests/Golden/games")
        for game in ["chess", "tic-tac-toe"] {
            _ = try await output("session import --reason test", folder.appending(path: "\(game)-1.jsonl").path())
        }
        let chess = try values("session", in: try await output("session list --json --game chess --reason test"))
        let other = try values("session", in: try await output("session list --json --game tic-tac-toe --reason test"))
        let game = try #require(chess.first)
        let pgn = try await output("session export --as pgn --reason test", game)
        #expect(pgn.hasPrefix("[Event \"Roundtable\"]\n[Site \"?\"]\n[Date \"2027.01.15\"]\n[Round \"-\"]\n"), "\(pgn)")
        #expect(pgn.contains("\n1. ") && pgn.split(separator: "\n").allSatisfy { $0.count < 80 }, "\(pgn)")
        let fen = try await output("session export --as fen --reason test", game)
        #expect(fen.contains(/^[1-8pnbrqkPNBRQK\/]+ [wb] \S+ \S+ \d+ \d+\n$/), "\(fen)")
        let refused = try await run("session export --as pgn --reason test \(try #require(other.first))")
        #expect(refused.status == 1 && refused.output.contains("is not one of chess"), "\(refused.output)")
    }

    @Test("end games, move them to a file and back, and find the one that is not as its events made it")
    func files() async throws {
        _ = try await Seeding(databaseURL: server.connectionURL, sessions: 3, events: 4, people: 4).run()
        let sessions = try values("session", in: try await output("session list --json --reason test"))
        let file = folder.data.removingLastComponent().appending("games.jsonl.gz").string
        for id in sessions {
            let abandoned = try await output("session abandon --yes --reason test", id)
            #expect(abandoned == "The game was abandoned by revision 5.\n")
        }
        _ = try await output("session export --reason test --to", file, sessions[0], sessions[1])
        let present = try await run("session import --json --reason test \(file)")
        #expect(present.status == 1 && present.output.contains(#"{"refused":2,"taken":0}"#), "\(present.output)")
        let refused = try await run("session purge --finished-before 0s --reason test")
        #expect(refused.status == 1 && refused.output.contains("--yes"), "\(refused.output)")
        #expect(!(try await output("audit list").contains("session purge")))
        let purged = try await output(
            "session purge --yes --finished-before 0s --reason test --archive", file + ".old.gz")
        #expect(purged.contains("4 sessions removed"))
        #expect(try await output("session import --reason test", file).contains("2 sessions imported, 0"))
        let twice = try await run("session import --reason test \(file).old.gz")
        #expect(
            twice.status == 1 && twice.output.contains("2 sessions imported, 2 refused"), "\(twice.output)")

        try await server.execute("UPDATE sessions SET state_revision = 1 WHERE session_id = '\(sessions[0])'")
        let verified = try await run("session verify --all --json")
        #expect(verified.status == 1)
        #expect(try values("session", in: verified.output) == [sessions[0]])
        #expect(try await run("session replay --reason test \(sessions[0])").status == 1)
        #expect(try await output("session replay --to 3 --reason test", sessions[0]).contains("  moved"))
    }

    @Test(
        "and an instance that serves moves what is over for long enough to an archive, from where it comes back",
        .timeLimit(.minutes(5)))
    func retention() async throws {
        _ = try await Seeding(databaseURL: server.connectionURL, sessions: 3, events: 4, people: 4).run()
        let sessions = try values("session", in: try await output("session list --json --reason test"))
        for id in sessions.prefix(2) { _ = try await output("session abandon --yes --reason test", id) }
        try await server.execute(
            "UPDATE sessions SET updated_at = now() - interval '2 days' WHERE session_id <> '\(sessions[1])'")
        try await server.execute(
            """
            UPDATE events e SET at = s.updated_at FROM sessions s
            WHERE s.session_id = e.session_id AND s.revision = e.revision
            """)
        let archive = folder.data.removingLastComponent().appending("archive").string
        let service = try await ServiceProcess.start(
            "--database-url", server.connectionURL, "--keys-file", keys, "--keep-finished", "1", "--archive", archive)
        try await eventually("the session is removed") {
            try await !output("session list --json --reason test").contains(sessions[0])
        }
        await service.end(by: SIGTERM)
        let left = try values("session", in: try await output("session list --json --reason test"))
        #expect(Set(left) == Set(sessions.dropFirst()))
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: archive).first)
        let back = try await output("session import --reason test", "\(archive)/\(file)")
        #expect(back == "1 session imported, 0 refused.\n")
        #expect(try await output("session replay --reason test", sessions[0]).contains("matches its events"))
    }

    @Test("look after the schema")
    func migrations() async throws {
        #expect(try await output("migrate status").contains(/0001_schema +2/))
        #expect(try await output("migrate verify").contains("is what the migrations make"))
        try await server.execute("DROP INDEX sessions_over; ALTER TABLE players ADD COLUMN name text")
        let verified = try await run("migrate verify")
        #expect(verified.status == 1)
        #expect(verified.output.contains("missing: CREATE INDEX sessions_over"), "\(verified.output)")
        #expect(verified.output.contains("not ours: column players.name text"), "\(verified.output)")
        await server.stop()
        let absent = folder.data.removingLastComponent().appending("new").string
        for words in [["migrate", "status"], ["session", "verify"], ["doctor"]] {
            let refused = try await ProgramRun.of(words + ["--data", absent])
            #expect(refused.status == 1 && refused.output.contains("There is no database in"), "\(refused.output)")
        }
        #expect(!FileManager.default.fileExists(atPath: absent))
        let made = try await ProgramRun.of(["migrate", "up", "--data", absent])
        #expect(made.status == 0 && made.output.contains("applied 0001_schema"), "\(made.output)")
    }

    @Test("rotate keys without losing one, and never show a secret")
    func keyRotation() async throws {
        let secret = try #require(try String(contentsOfFile: keys, encoding: .utf8).split(separator: " ").last)
        func keysCommand(_ words: String) async throws -> ProgramRun {
            try await ProgramRun.of(["keys"] + words.split(separator: " ").map(String.init) + ["--keys-file", keys])
        }
        func numbers() async throws -> [String] {
            let list = try await keysCommand("list --json")
            #expect(!list.output.contains(secret.prefix(20)))
            return try values("key", in: list.output)
        }
        #expect(try await keysCommand("add").status == 0)
        #expect(try await numbers() == ["1", "2"])
        #expect(try await keysCommand("sign 2").status == 0)
        #expect(try await keysCommand("add --sign").status == 0)
        #expect(try await numbers() == ["3", "2", "1"])
        #expect(try await keysCommand("retire 3 --yes").status == 1)
        #expect(try await keysCommand("retire 1").status == 1)
        #expect(try await numbers() == ["3", "2", "1"])
        #expect(try await keysCommand("retire 2 --yes").status == 0)
        #expect(try await numbers() == ["3", "1"])
        let mode = try FileManager.default.attributesOfItem(atPath: keys)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try String(contentsOfFile: keys, encoding: .utf8).contains(secret))
    }
}
