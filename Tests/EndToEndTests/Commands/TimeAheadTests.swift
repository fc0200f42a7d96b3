import Foundation
import SystemPackage
import Testing

@testable import RoundtableCommand

@Suite("A file that moves the time ahead", .timeLimit(.minutes(5)))
struct TimeAheadTests {
    private let folder: TestFolder
    private var path: FilePath { FilePath(folder.data.string + ".ahead") }

    init() throws { folder = try TestFolder() }

    private func write(_ text: String) throws {
        try text.write(toFile: path.string, atomically: true, encoding: .utf8)
    }

    @Test("has a whole number of seconds, with white space or without", arguments: ["0", "86400\n", " 3153600000 "])
    func number(text: String) throws {
        try write(text)
        _ = try TimeAheadFile(path)
    }

    @Test(
        "that has anything else is an error of the settings, which names it",
        arguments: ["", "\n", "soon", "-1", "1.5", "1 2", "0x10", "3153600001", "99999999999999999999"])
    func noNumber(text: String) throws {
        try write(text)
        let error = try #require(throws: Refusal.self) { try TimeAheadFile(path) }
        #expect(
            error.description
                == "time-ahead-file: \(path) has no whole number of seconds from 0 to 3153600000.")
    }

    @Test("that can't be read is one, too")
    func unreadable() throws {
        for path in [path, path.removingLastComponent()] {
            let error = try #require(throws: Refusal.self) { try TimeAheadFile(path) }
            #expect(error.description.hasPrefix("time-ahead-file: \(path) can't be read: "), "\(error)")
        }
    }

    @Test("counts from the first request on")
    func first() async throws {
        let folder = try await TestFolder.withCluster()
        try write("250000")
        let place = ["--data", folder.data.string, "--keys-file", try folder.makeKeys()]
        let service = try await ServiceProcess.start(place + ["--time-ahead-file", path.string])
        try await Pair(at: service).begin()
        let list = try await ProgramRun.of(["session", "list", "--json", "--reason", "test"] + place)
        let text = try #require(list.output.firstMatch(of: /"createdAt":"([^"]+)"/)?.1, "\(list.output)")
        #expect(try Date(String(text), strategy: .iso8601).timeIntervalSinceNow > 240_000)
        #expect(await service.end(by: SIGTERM) == 0)
    }

    @Test("that is wrong ends serve before it makes a database")
    func serve() async throws {
        try write("soon")
        let run = try await ProgramRun.of(
            [
                "serve", "--port", "0", "--data", folder.data.string, "--keys-file", try folder.makeKeys(),
                "--time-ahead-file", path.string,
            ])
        #expect(run.status != 0)
        #expect(run.output.contains("time-ahead-file: \(path) has no whole number of seconds"), "\(run.output)")
        #expect(!FileManager.default.fileExists(atPath: folder.data.string))
    }
}
