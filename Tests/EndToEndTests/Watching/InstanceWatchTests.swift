import Foundation
import RoundtableModel
import SystemPackage
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Watching an instance", .timeLimit(.minutes(10)))
struct InstanceWatchTests {
    /// A line of `roundtable watch --json`, as far as it matters here.
    private struct Line: Decodable {
        struct Activity: Decodable {
            struct Flow: Decodable {
                let perSecond: Double
                let by: [String: Double]?
            }
            let requests: Flow
            let turns: Flow
        }
        let state: String
        let activity: Activity?
        let connections: [String: Int]?
    }

    @Test("tells what it does, that it went away, and that it is back")
    func life() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string, "--metrics-port", "0")
        let metrics = try #require(try await service.log.first(/port=(\d+)[^\n]*metrics listening/)).1
        let output = folder.data.removingLastComponent().appending("watched").string
        try Data().write(to: URL(filePath: output))
        func lines() throws -> [Line] {
            try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
        }
        /// Returns with the first line of a kind, when it is there.
        func first(after count: Int = 0, _ isMeant: (Line) -> Bool) async throws -> (number: Int, line: Line) {
            try await eventually("a line of its kind") {
                try lines().enumerated().dropFirst(count).first { isMeant($0.element) }.map { ($0.offset, $0.element) }
            }
        }
        let arguments = ["watch", "127.0.0.1:\(metrics)", "--json", "--every", "0.2", "--service"]
        let run = try await ProgramRun.of(arguments + [service.url.absoluteString], printingTo: output) {
            let ready = try await first { $0.state == "ready" }
            #expect(ready.line.connections?["used"] != nil)
            let pair = await Pair(at: service)
            try await pair.begin()
            try await pair.play("b2", by: pair.amber)
            let played = try await first { ($0.activity?.turns.by?["accepted"] ?? 0) > 0 }
            #expect((played.line.activity?.requests.perSecond ?? 0) > 0)
            await service.end(by: SIGTERM)
            let away = try await first(after: played.number) { $0.state == "away" }
            let successor = try await ServiceProcess.start(
                port: service.port, "--data", folder.data.string, "--metrics-port", String(metrics))
            let back = try await first(after: away.number) { $0.state == "ready" }
            #expect((back.line.activity?.requests.perSecond ?? -1) >= 0)
            await successor.end(by: SIGTERM)
        }
        #expect(run.status == 130)
    }

    @Test("takes a terminal's whole screen, and gives it back at Ctrl-C")
    func screen() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string, "--metrics-port", "0")
        let metrics = try #require(try await service.log.first(/port=(\d+)[^\n]*metrics listening/)).1
        let terminal = try Terminal()
        let name = try #require(ttyname(terminal.keyboard.fileDescriptor).map { String(cString: $0) })
        let run = try await ProgramRun.of(
            ["watch", "127.0.0.1:\(metrics)", "--every", "0.1"], environment: ["TERM": "xterm", "NO_COLOR": "1"],
            at: terminal, printingTo: name
        ) {
            try await terminal.shows("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H")
            try await terminal.shows("Slowest routes")
        }
        #expect(run.status == 130)
        try await terminal.shows("\u{1B}[?25h\u{1B}[?1049l")
        await service.end(by: SIGTERM)
    }

    @Test("ends after so many readings, a line each, and refuses what is no instance's metrics' port")
    func ends() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string, "--metrics-port", "0")
        let metrics = try #require(try await service.log.first(/port=(\d+)[^\n]*metrics listening/)).1
        let run = try await ProgramRun.of(
            ["watch", "--every", "0.1", "--times", "2"],
            environment: ["ROUNDTABLE_PORT": "\(service.port)", "ROUNDTABLE_METRICS_PORT": String(metrics)])
        #expect(run.status == 0 && run.output.matches(of: /Z  ready  [\d.,]+ requests\/s/).count == 2, "\(run.output)")
        let unready = try await ProgramRun.of(
            ["watch", "127.0.0.1:\(metrics)", "--service", "127.0.0.1:1", "--every", "0.1", "--times", "1"])
        #expect(unready.output.contains("  not ready  127.0.0.1:1: connection refused  "), "\(unready.output)")
        let players = try await ProgramRun.of(["watch", service.url.absoluteString])
        #expect(players.status == 1 && players.output.contains("status 404"), "\(players.output)")
        await service.end(by: SIGTERM)
        let nobody = try await ProgramRun.of(["watch", "127.0.0.1:\(metrics)"])
        #expect(nobody.status == 1 && nobody.output.contains("connection refused"), "\(nobody.output)")
        let nowhere = try await ProgramRun.of(["watch"])
        #expect(nowhere.status == 1 && nowhere.output.contains("--metrics-port"), "\(nowhere.output)")
        #expect(try await ProgramRun.of(["watch", "https://table.example"]).status == 64)
    }
}
