import ArgumentParser
import Foundation
import UnixSignals
/// The program `roundtable`, serving as a process of its own for as long as something is played on it.
///
/// Settings in the environment don't count for it, so that nobody plays in a real database by mistake.
struct LocalService: Sendable {
    /// The time for a veto of claims there, in seconds: nobody waits for a day here.
    static let reclaimSeconds = 3

    private let process: Process
    /// Where the process writes the port that it listens on.
    private let portFile: URL
    private let hasEnded: AsyncStream<Void>

    struct Setting: Sendable {
        /// The directory of its database; nil for one that goes with what is played.
        var data: String?
        /// The port that it listens on; 0 for one that the system chooses.
        var port = 0
        /// Whether it has its usual limits and quotas.
        var isLimited = true
        /// The shortest time that a clock may give to a turn, in seconds; nil for the usual one.
        var shortestTurnSeconds: Int?
        /// Where it sends what devices are to show; nil for nowhere.
        var notices: DeviceNotices.Access?
        /// The clock by which it goes; nil for its database's.
        var clock: MovableClock?

        fileprivate var flags: [String] {
            ["--port", "\(port)", "--reclaim-seconds", "\(reclaimSeconds)"]
                + (isLimited ? [] : ["--rate-limit", "off"])
                + (shortestTurnSeconds.map { ["--shortest-turn-seconds", "\($0)"] } ?? [])
                + (notices?.flags ?? []) + (clock?.flags ?? [])
        }
    }

    /// Serves for as long as the body runs, or SIGINT or SIGTERM comes.
    ///
    /// - Parameters:
    ///   - afterwards: runs when the body is done, until it is interrupted; by default the service ends then.
    /// - Throws: what the body throws, or exit code 130 if it was interrupted.
    static func run(
        _ setting: Setting,
        afterwards: (@Sendable (URL) async throws -> Void)? = nil,
        _ body: @escaping @Sendable (URL) async throws -> Void
    ) async throws {
        let directory = try PassingDirectory(setting.data)
        defer { directory.remove() }
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let service = try start(setting, in: directory)
        defer { service.stop() }
        try await withThrowingTaskGroup(of: URL?.self) { group in
            group.addTask {
                for await _ in service.hasEnded {}
                return nil
            }
            group.addTask {
                for await _ in signals { service.stop() }
                return nil
            }
            group.addTask {
                let url = try await service.address()
                try await body(url)
                return url
            }
            defer { group.cancelAll() }
            // What shells make of an interruption.
            guard let url = try await group.next() ?? nil else { throw ExitCode(130) }
            if let afterwards {
                group.addTask {
                    try await afterwards(url)
                    return url
                }
            } else {
                service.stop()
            }
            _ = try await group.next()
        }
    }

    private static func start(_ setting: Setting, in directory: PassingDirectory) throws -> LocalService {
        let process = Process()
        process.executableURL = try program
        let portFile = FileManager.default.temporaryDirectory.appending(path: "roundtable-port-\(UUID())")
        process.arguments =
            ["serve", "--port-file", portFile.path(percentEncoded: false), "--data", directory.path]
            + ["--log-level", "warning"] + setting.flags
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ROUNDTABLE_") }
        let (hasEnded, ending) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        return LocalService(process: process, portFile: portFile, hasEnded: hasEnded)
    }

    private static var program: URL {
        get throws {
            let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
            let program = own.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "roundtable")
            guard FileManager.default.isExecutableFile(atPath: program.path(percentEncoded: false)) else {
                throw LabError(description: "There is no \(program.path()); run: swift build --product roundtable")
            }
            return program
        }
    }

    /// Where the process answers, as soon as it does. The process itself says which port it has, so that nobody plays
    /// with another service that happens to listen there.
    private func address() async throws -> URL {
        defer { try? FileManager.default.removeItem(at: portFile) }
        while true {
            try Task.checkCancellation()
            if let text = try? String(contentsOf: portFile, encoding: .utf8),
                let url = URL(string: "http://localhost:\(text.trimmingCharacters(in: .whitespacesAndNewlines))")
            {
                return url
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func stop() {
        if process.isRunning { process.terminate() }
    }
}

/// Why the lab can't do something, or what a service broke that the demo expects of it; its description says so.
struct LabError: Error, CustomStringConvertible {
    let description: String
}
