import Foundation
import Synchronization
import RoundtableTestTools
import Testing

/// The program `roundtable`, serving as a process of its own.
final class ServiceProcess: Sendable {
    /// Where it answers.
    let url: URL
    /// Its port, for a successor.
    let port: Int
    /// What it has logged.
    let log: ProcessLog

    private let process: Process
    private let ends: AsyncStream<Void>

    /// Starts it, and returns when it answers.
    static func start(port: Int = 0, _ arguments: String...) async throws -> ServiceProcess {
        try await start(port: port, arguments)
    }

    /// Starts it, and returns when it answers.
    static func start(port: Int = 0, _ arguments: [String]) async throws -> ServiceProcess {
        let process = Process()
        process.executableURL = program("roundtable")
        process.arguments =
            ["serve", "--port", "\(port)", "--rate-limit", "off", "--log-level", "info"] + arguments
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        let pipe = Pipe()
        process.standardError = pipe
        let log = ProcessLog(of: pipe)
        try process.run()
        guard
            let port = try await log.first(/port=(\d+)[^\n]*serving|serving","port":"(\d+)/).flatMap({
                Int($0.1 ?? $0.2 ?? "")
            })
        else { throw DidNotStart(log: log.text) }
        return try ServiceProcess(process, port: port, log: log, ends: ends)
    }

    private init(_ process: Process, port: Int, log: ProcessLog, ends: AsyncStream<Void>) throws {
        self.process = process
        self.log = log
        self.ends = ends
        self.port = port
        url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Sends it a signal.
    func signal(_ signal: CInt) { kill(process.processIdentifier, signal) }

    /// Ends it by a signal, and returns how, when it is gone.
    @discardableResult
    func end(by signal: CInt) async -> CInt {
        self.signal(signal)
        for await _ in ends {}
        return process.terminationStatus
    }

    /// A program that was built next to the tests, or one of the machine by its path.
    static func program(_ name: String) -> URL {
        if name.hasPrefix("/") { return URL(filePath: name) }
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return (tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL).appending(path: name)
    }

    private struct DidNotStart: Error {
        let log: String
    }
}

/// What a process writes, read to its end even if nobody looks at it.
final class ProcessLog: Sendable {
    private struct State {
        var text = ""
        var hasEnded = false
    }

    private let state: Mutex<State>

    /// Reads a pipe from now on.
    init(of pipe: Pipe) {
        state = Mutex(State())
        pipe.fileHandleForReading.readabilityHandler = { [self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            state.withLock { state in
                state.text += String(decoding: data, as: UTF8.self)
                state.hasEnded = data.isEmpty
            }
        }
    }

    /// All of it so far.
    var text: String { state.withLock { $0.text } }

    /// The first place that is like this, as soon as there is one; nil if it ended without.
    func first<Output>(
        _ pattern: Regex<Output>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Output? {
        try await eventually("what the log is to say, or its end", sourceLocation: sourceLocation) {
            let (text, hasEnded) = state.withLock { ($0.text, $0.hasEnded) }
            return hasEnded || text.firstMatch(of: pattern) != nil
        }
        return text.firstMatch(of: pattern)?.output
    }
}
