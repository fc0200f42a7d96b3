import EmbeddedPostgres
import Foundation
@testable import RoundtableCommand
import RoundtableTestTools
import SystemPackage
import Testing

@Suite("Operators' commands and what is damaged, full or not there")
struct DamageTests {
    private let folder: TestFolder
    private let server: EmbeddedPostgres
    private let place: [String]

    init() async throws {
        folder = try await TestFolder.withCluster()
        server = try await folder.startServer()
        try await server.migrate()
        place = ["--database-url", server.connectionURL, "--keys-file", try folder.makeKeys()]
        _ = try await Seeding(databaseURL: server.connectionURL, sessions: 2, events: 4, people: 4).run()
    }

    private func run(
        _ words: String, printingTo output: String? = nil, fileSize: Int? = nil
    ) async throws -> ProgramRun {
        let arguments = words.split(separator: " ").map(String.init)
        return try await ProgramRun.of(arguments + place, printingTo: output, fileSize: fileSize)
    }

    private func sessions() async throws -> [String] {
        let list = try await run("session list --json --reason test")
        return list.output.matches(of: /"session":"([^"]+)"/).map { String($0.1) }
    }

    private var file: String { folder.data.removingLastComponent().appending("games.jsonl").string }

    @Test("a seat that there is none of is refused, and so is passing in a game that can't go on without it")
    func seats() async throws {
        let session = try await sessions()[0]
        for seat in [2, 9, -1] {
            let skipped = try await run("session skip \(session) --seat=\(seat) --reason test")
            #expect(skipped.status == 1 && skipped.output.contains("There is no seat \(seat)"), "\(skipped.output)")
        }
        let skipped = try await run("session skip \(session) --reason test")
        #expect(skipped.status == 1 && skipped.output.contains("Nobody can pass"), "\(skipped.output)")
        #expect(!(try await run("audit list")).output.contains("session skip"))
    }

    @Test("a damaged row is found, and hides no other")
    func rows() async throws {
        let session = try await sessions()[1]
        try await server.execute("UPDATE events SET seat = 9 WHERE revision = 2 AND session_id = '\(session)'")
        let verified = try await run("session verify --all")
        #expect(verified.status == 1 && verified.output.contains("Looked at 3 of 3 sessions: 1 differ"))
        #expect(verified.output.contains("\(session)  can't be rebuilt: Event 2 is about seat 9"), "\(verified.output)")
        #expect(try await run("session replay \(session) --reason test").status == 1)
        #expect(try await run("session show \(session) --reason test").status == 0)
    }

    @Test("an archive that was torn gives what was whole, and can be added to")
    func torn() async throws {
        let (sessions, file) = (try await sessions(), file + ".gz")
        for session in sessions.prefix(2) {
            #expect(try await run("session export \(session) --to \(file) --reason test").status == 0)
        }
        let whole = try #require(FileManager.default.contents(atPath: file))
        // Of the mark at the end, of the checksum before it, and of the second session itself.
        for (lost, read, kept) in [(1, 2, 2), (21, 2, 1), (40, 1, 1), (300, 1, 1)] {
            try whole.dropLast(lost).write(to: URL(filePath: file))
            let torn = try await run("session import \(file) --reason test")
            #expect(torn.status == 1 && torn.output.contains("0 sessions imported, \(read) refused."))
            #expect(torn.output.contains("is damaged after line \(read)"), "\(torn.output)")
            #expect(try await run("session export \(sessions[2]) --to \(file) --reason test").status == 0)
            let mended = try await run("session import \(file) --reason test")
            #expect(mended.output.contains("0 sessions imported, \(kept + 1) refused."), "\(mended.output)")
            #expect(!mended.output.contains("is damaged"))
        }
        var damaged = whole.dropLast(1)
        damaged[100] ^= 0xFF
        try damaged.write(to: URL(filePath: file))
        let refused = try await run("session export \(sessions[2]) --to \(file) --reason test")
        #expect(refused.status == 1 && FileManager.default.contents(atPath: file) == damaged, "\(refused.output)")
    }

    @Test("a full disk leaves the file as it was, and is told")
    func full() async throws {
        let session = try await sessions()[0]
        let exported = try await run("session export \(session) --reason test --json", printingTo: "/dev/full")
        #expect(exported.status == 1 && exported.output.contains("could not be written"), "\(exported.output)")
        #expect(try await run("session list --json --reason test", printingTo: "/dev/full").status == 1)
        for file in [file, file + ".gz"] {
            #expect(try await run("session export \(session) --to \(file) --reason test").status == 0)
            let before = FileManager.default.contents(atPath: file)
            let size = (before?.count ?? 0) / 512 + 1
            let refused = try await run("session export \(session) --to \(file) --reason test", fileSize: size)
            #expect(refused.status == 1 && refused.output.contains("Nothing could be added"), "\(refused.output)")
            #expect(FileManager.default.contents(atPath: file) == before)
        }
    }

    @Test("what is held about a person is printed, without the operator's name")
    func export() async throws {
        let session = try await sessions()[0]
        let shown = try await run("session show \(session) --reason test").output
        let player = try #require(shown.firstMatch(of: /0 +taken +(\S+)/)).1
        #expect(try await run("session resign \(session) --seat 0 --yes --operator Dana --reason test").status == 0)
        let export = try await run("player export \(player) --operator Dana --reason test")
        #expect(export.status == 0 && export.output.contains(/"kind" ?: "event"/) && export.output.contains("resigned"))
        #expect(!export.output.contains("Dana"))
    }

    @Test("why the database can't be reached is told once, and at once")
    func unreachable() async throws {
        let url = server.connectionURL.replacing(/\/[a-z]+\?/, with: "/no_such_database?")
        for words in ["doctor", "stats", "migrate status", "migrate up"] {
            let run = try await ProgramRun.of(words.split(separator: " ").map(String.init) + ["--database-url", url])
            #expect(run.status == 1 && run.output.matches(of: /no_such_database/).count == 1, "\(run.output)")
            #expect(!run.output.contains("PostgresError"))
        }
    }

    @Test("an instance makes a data directory that does not exist, whosever the database is")
    func dataDirectory() async throws {
        let data = folder.data.removingLastComponent().appending("new").appending("data")
        let port = folder.data.removingLastComponent().appending("port").string
        let serve = [
            "serve", "--port", "0", "--database-url", server.connectionURL, "--data", data.string, "--port-file", port,
        ]
        let run = try await ProgramRun.of(serve) {
            try await eventually("it serves") { FileManager.default.fileExists(atPath: port) }
        }
        #expect(run.status == 0, "\(run.output)")
        #expect(FileManager.default.fileExists(atPath: data.appending("keys").string))
        let attributes = try FileManager.default.attributesOfItem(atPath: data.string)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("an instance with too few file descriptors says how many it needs, and with these it serves")
    func descriptors() async throws {
        let ready = folder.data.removingLastComponent().appending("port").string
        let serve = ["serve", "--port", "0", "--port-file", ready] + place
        let refused = try await ProgramRun.of(serve, descriptors: 64)
        let words = try #require(refused.output.firstMatch(of: /may open 64 files. It needs (\d+) for itself/))
        #expect(refused.status == 1)
        let enough = try #require(Int(words.1)) + FileDescriptors.fewestForPlayers
        #expect(try await ProgramRun.of(serve, descriptors: enough - 1).status == 1)
        let served = try await ProgramRun.of(serve, descriptors: enough) {
            try await eventually("it serves") { FileManager.default.fileExists(atPath: ready) }
        }
        #expect(served.status == 0, "\(served.output)")
        #expect(served.output.contains("connections=32 descriptors=\(enough)"), "\(served.output)")
    }

    @Test("keys that are a link are replaced behind it, and may be read by a group")
    func linkedKeys() async throws {
        let (keys, link) = (place[3], folder.data.removingLastComponent().appending("link").string)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: keys)
        #expect(try await ProgramRun.of(["keys", "add", "--keys-file", link]).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == keys)
        #expect(try String(contentsOfFile: keys, encoding: .utf8).split(separator: "\n").count == 2)
        for (mode, finding) in [(0o440, "good    keys          \(link) has mode 440"), (0o604, "problem keys")] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keys)
            let doctor = try await ProgramRun.of(["doctor", "--database-url", place[1], "--keys-file", link])
            #expect(doctor.output.contains(finding), "\(doctor.output)")
        }
    }
}
