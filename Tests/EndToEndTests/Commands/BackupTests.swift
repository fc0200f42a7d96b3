import EmbeddedPostgres
import Foundation
import MessagesSimulator
import Postgres
import Roundtable
import RoundtableModel
import RoundtableClient
import RoundtableStore
import SystemPackage
import TestSupport
import Testing

@Suite("A backup")
struct BackupTests {
    /// Two people who play on a service.
    private struct Pair {
        let world: Simulation
        let group: MessagesSimulator.Group.ID
        let phones: [App]

        init(on service: ServiceProcess) async throws {
            world = Simulation(seed: 1, service: service.url, retries: .never)
            let people = [MessagesSimulator.Person("Amber"), MessagesSimulator.Person("Ben")]
            group = await world.addGroup(people)
            phones = [
                await world.app(on: world.addDevice(of: people[0]), in: group),
                await world.app(on: world.addDevice(of: people[1]), in: group),
            ]
        }

        /// A game of a few moves.
        func play() async throws {
            try await phones[0].create("tic-tac-toe")
            try await pass(from: 0)
            try await phones[1].join()
            try await pass(from: 1)
            for (turn, move) in ["b2", "a1", "c3"].enumerated() {
                try await phones[turn % 2].play("\(move)")
                try await pass(from: turn % 2)
            }
        }

        private func pass(from sender: Int) async throws {
            try await phones[sender].send()
            await world.deliver(in: group)
            try await phones[1 - sender].tap()
        }
    }

    /// Every session of a data directory, exported.
    private func sessions(in data: TestFolder) async throws -> [SessionID: [UInt8]] {
        let server = try await data.startServer()
        let configuration = try PostgresConfiguration(url: server.connectionURL)
        let lines = try await PostgresStore.lend(by: configuration) { store in
            var search = SessionSearch(limit: 10_000)
            search.order = .created
            var lines: [SessionID: [UInt8]] = [:]
            for session in try await store.sessions(search) { lines[session.id] = try await store.export(session.id) }
            #expect(try await store.verify(after: nil, limit: 10_000).allSatisfy { $0.problem == nil })
            return lines
        }
        await server.stop()
        return lines
    }

    @Test("made while people play has everything that was answered before, to the byte, and serves")
    func whilePlaying() async throws {
        let (original, copy) = (try await TestFolder.withCluster(), try TestFolder())
        let backup = original.data.removingLastComponent().appending("backup").string
        let service = try await ServiceProcess.start("--data", original.data.string)
        let pair = try await Pair(on: service)
        let (games, played) = AsyncStream<Void>.makeStream()
        let playing = Task {
            while !Task.isCancelled {
                try await pair.play()
                played.yield()
            }
        }
        var finished = games.makeAsyncIterator()
        await finished.next()
        let before = try await ProgramRun.of([
            "session", "list", "--json", "--limit", "1000", "--reason", "test", "--data", original.data.string,
        ])
        let made = try await ProgramRun.of([
            "backup", "--to", backup, "--reason", "test", "--data", original.data.string,
        ])
        #expect(made.status == 0, "\(made.output)")
        await finished.next()
        playing.cancel()
        _ = await playing.result
        await service.end(by: SIGTERM)
        let answered = try await sessions(in: original)

        let restored = try await ProgramRun.of([
            "restore", "--from", backup, "--reason", "test", "--data", copy.data.string,
        ])
        #expect(restored.status == 0, "\(restored.output)")
        let found = try await sessions(in: copy)
        let listed = before.output.matches(of: /"session":"([^"]+)"/).compactMap { SessionID(rawValue: String($0.1)) }
        #expect(!listed.isEmpty && listed.allSatisfy { found[$0] != nil })
        // The game that was going on may have been at an earlier move.
        #expect(found.count { answered[$0.key] != $0.value } <= 1)
        #expect(found.count <= answered.count)
        let keys = [original.data, copy.data].map { FileManager.default.contents(atPath: $0.appending("keys").string) }
        #expect(keys[0] != nil && keys[0] == keys[1])

        let again = try await ServiceProcess.start("--data", copy.data.string)
        try await Pair(on: again).play()
        await again.end(by: SIGTERM)
    }

    @Test("of a database at rest is the same to the byte, and a damaged one is refused")
    func atRest() async throws {
        let (original, copy) = (try await TestFolder.withCluster(), try TestFolder())
        let backup = original.data.removingLastComponent().appending("backup")
        let service = try await ServiceProcess.start("--data", original.data.string)
        try await Pair(on: service).play()
        await service.end(by: SIGTERM)
        func run(_ words: String...) async throws -> ProgramRun {
            try await ProgramRun.of(words + ["--reason", "test"])
        }
        #expect(try await run("backup", "--to", backup.string, "--data", original.data.string).status == 0)
        #expect(try await run("backup", "--to", backup.string, "--data", original.data.string).status == 1)
        #expect(try await run("restore", "--from", backup.string, "--data", copy.data.string).status == 0)
        #expect(try await sessions(in: copy) == sessions(in: original))

        let keys = backup.appending("keys").string
        let content = try #require(FileManager.default.contents(atPath: keys))
        for damage in [Data("1 short\n".utf8), content + content.map { $0 == 0x31 ? 0x32 : $0 }, Data(), nil] {
            try FileManager.default.removeItem(atPath: keys)
            if let damage { try damage.write(to: URL(filePath: keys)) }
            let refused = try await run("restore", "--from", backup.string, "--data", copy.data.string + "1")
            #expect(refused.status == 1 && refused.output.contains("keys in \(keys)"), "\(refused.output)")
            #expect(!FileManager.default.fileExists(atPath: copy.data.string + "1"))
            try content.write(to: URL(filePath: keys))
        }
        let absent = try await run("restore", "--from", "/nowhere", "--data", copy.data.string + "1")
        #expect(absent.status == 1 && absent.output.contains("There is no backup in /nowhere."), "\(absent.output)")
        try FileManager.default.removeItem(atPath: keys)
        let elsewhere = try await run(
            "restore", "--from", backup.string, "--data", copy.data.string + "1", "--keys-file",
            original.data.appending("keys").string)
        #expect(elsewhere.status == 0, "\(elsewhere.output)")
        try content.write(to: URL(filePath: keys))

        let version = backup.appending("postgres").appending("global").appending("pg_control").string
        let file = try FileHandle(forUpdating: URL(filePath: version))
        try file.seek(toOffset: 40)
        try file.write(contentsOf: Data([0xFF, 0xFE, 0xFD]))
        try file.close()
        let damaged = try await run("restore", "--from", backup.string, "--data", copy.data.string + "2")
        #expect(damaged.status == 1 && damaged.output.contains("pg_control"), "\(damaged.output)")
    }
}
