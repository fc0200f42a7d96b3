import ArgumentParser
import Foundation
import ProgramOutput
import UnixSignals
import NIOCore
import NIOPosix

/// The program `roundtable`, serving as a process of its own for as long as something is played on it.
///
/// Settings in the environment don't count for it, so that nobody plays in a real database by mistake.
struct LocalService: Sendable {
    /// The time for a veto of claims there, in seconds: nobody waits for a day here.
    static let reclaimSeconds = 3
    /// The flags of a service without its usual limits and quotas.
    static let unlimited = ["--rate-limit", "off"]

    private let process: Process
    /// Where the process writes the port that it listens on.
    private let portFile: URL
    /// Ends when the process does. NB: not a child task, which cancellation would end before the process.
    private let end: Task<Void, Never>

    /// Serves for as long as the body runs, or SIGINT or SIGTERM comes.
    ///
    /// - Parameters:
    ///   - data: the directory of its database; nil for one that goes with what is played.
    ///   - port: the port that it listens on; 0 for one that the system chooses.
    ///   - flags: further flags of `roundtable serve`.
    ///   - afterwards: runs when the body is done, until it is interrupted; by default the service ends then.
    /// - Throws: what the body throws, or exit code 130 if it was interrupted.
    static func run(
        data: String? = nil, port: Int = 0, flags: [String],
        afterwards: (@Sendable (URL) async throws -> Void)? = nil,
        _ body: @escaping @Sendable (URL) async throws -> Void
    ) async throws {
        let directory = try PassingDirectory(data)
        defer { directory.remove() }
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let service = try start(["--port", "\(port)", "--data", directory.path] + flags)
        try await withThrowingTaskGroup(of: URL?.self) { group in
            group.addTask {
                await service.end.value
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
            // The group waits for the end of the process, which uses the directory until then.
            defer {
                service.stop()
                group.cancelAll()
            }
            // What shells make of an interruption.
            guard let url = try await group.next() ?? nil else { throw ExitCode(130) }
            if let afterwards {
                group.addTask {
                    try await afterwards(url)
                    return url
                }
                _ = try await group.next()
            }
        }
    }

    private static func start(_ flags: [String]) throws -> LocalService {
        let process = Process()
        process.executableURL = try program
        let portFile = FileManager.default.temporaryDirectory.appending(path: "roundtable-port-\(UUID())")
        process.arguments =
            ["serve", "--port-file", portFile.path(percentEncoded: false), "--log-level", "warning"]
            // NB: games are played faster here than people are to be alerted.
            + ["--reclaim-seconds", "\(reclaimSeconds)", "--alert-seconds", "0"] + flags
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ROUNDTABLE_") }
        let (hasEnded, ending) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        return LocalService(process: process, portFile: portFile, end: Task { for await _ in hasEnded {} })
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

/// Where a service keeps its database: a directory that was asked for, or one that goes with what is played.
private struct PassingDirectory {
    let path: String
    private let isTemporary: Bool

    /// The directory that was asked for, or a new one.
    init(_ chosen: String?) throws {
        if let chosen {
            (path, isTemporary) = (chosen, false)
            return
        }
        let directory = FileManager.default.temporaryDirectory.appending(path: "roundtable-lab-\(getpid())")
        // As root, the database server runs as another user, who must get through here.
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        (path, isTemporary) = (directory.appending(path: "data").path(percentEncoded: false), true)
    }

    func remove() {
        guard isTemporary else { return }
        let directory = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.removeItem(at: directory)
        } catch {
            Output.note("\(directory.path()) is left behind: \(error)")
        }
    }
}

/// Why the lab can't do something, or which expectation of a demo the service did not meet.
struct LabError: Error, CustomStringConvertible {
    let description: String
}

/// A clock that moves when the lab says so: that of a service which the lab has started itself.
struct MovableClock: Sendable {
    /// The file that says by how many seconds the service's time is ahead of its database's.
    private let file: URL

    /// A clock that is not ahead yet, kept in a directory.
    init(in directory: URL) throws {
        file = directory.appending(path: "roundtable-time-\(UUID())")
        try move(toSeconds: 0)
    }

    /// The flags of `roundtable serve`.
    var flags: [String] { ["--time-ahead-file", file.path(percentEncoded: false)] }

    /// Sets the number of seconds by which the service's time is ahead. Time never goes back.
    func move(toSeconds seconds: Int) throws {
        try DurableFile.replace(file.path(percentEncoded: false), with: Data("\(seconds)\n".utf8))
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}

/// A port that people know, where it is free.
enum UsualPort {
    /// The port, or 0, with which the system chooses one, if somebody listens on it.
    static func orAny(_ port: Int) async -> Int {
        // NB: as the server does, or connections of a moment ago would make the port seem taken.
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        guard let channel = try? await bootstrap.bind(host: "127.0.0.1", port: port).get() else { return 0 }
        try? await channel.close()
        return port
    }
}
