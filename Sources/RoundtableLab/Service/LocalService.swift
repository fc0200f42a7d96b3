import ArgumentParser
import Foundation
import UnixSignals

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program `roundtable`, serving as a process of its own for as long as something is played on it.
///
/// Settings in the environment don't count for it, so that nobody plays in a real database by mistake.
struct LocalService: Sendable {
    /// The time for a veto of claims there, in seconds: nobody waits for a day here.
    static let reclaimSeconds = 3

    private let url: URL
    private let process: Process
    private let hasEnded: AsyncStream<Void>

    /// Serves for as long as the body runs, or SIGINT or SIGTERM comes.
    ///
    /// - Parameters:
    ///   - data: where its database is.
    ///   - isLimited: whether it has its usual limits and quotas.
    ///   - afterwards: runs when the body is done, until it is interrupted; by default the service ends then.
    /// - Throws: what the body throws, or exit code 130 if it was interrupted.
    static func run(
        port: Int, data: String, isLimited: Bool,
        afterwards: (@Sendable (URL) async throws -> Void)? = nil,
        _ body: @escaping @Sendable (URL) async throws -> Void
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let service = try start(port: port, data: data, isLimited: isLimited)
        defer { service.stop() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                await service.untilItEnds()
                return false
            }
            group.addTask {
                for await _ in signals { service.stop() }
                return false
            }
            group.addTask {
                try await service.untilItAnswers()
                try await body(service.url)
                return true
            }
            defer { group.cancelAll() }
            guard try await group.next() == true else {
                // What shells make of an interruption.
                throw ExitCode(130)
            }
            if let afterwards {
                group.addTask {
                    try await afterwards(service.url)
                    return true
                }
            } else {
                service.stop()
            }
            _ = try await group.next()
        }
    }

    /// Returns when the process has ended.
    private func untilItEnds() async {
        for await _ in hasEnded {}
    }

    private static func start(port: Int, data: String, isLimited: Bool) throws -> LocalService {
        let process = Process()
        process.executableURL = try program
        process.arguments =
            ["serve", "--port", "\(port)", "--data", data, "--reclaim-seconds", "\(reclaimSeconds)"]
            + ["--log-level", "warning"] + (isLimited ? [] : ["--rate-limit", "off"])
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ROUNDTABLE_") }
        let (hasEnded, ending) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        let address = "http://localhost:\(port)"
        guard let url = URL(string: address) else { throw LabError(description: "\(address) is no address.") }
        return LocalService(url: url, process: process, hasEnded: hasEnded)
    }

    /// The program beside this one.
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

    private func untilItAnswers() async throws {
        while true {
            try Task.checkCancellation()
            if let (_, response) = try? await URLSession.shared.data(from: url.appending(path: "readyz")),
                (response as? HTTPURLResponse)?.statusCode == 200
            {
                return
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func stop() {
        if process.isRunning { process.terminate() }
    }
}

/// Why the lab can't do something; its description says so.
struct LabError: Error, CustomStringConvertible {
    let description: String
}
