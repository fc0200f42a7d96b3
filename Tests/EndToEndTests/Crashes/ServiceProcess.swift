import Foundation
import Testing

/// The program `roundtable`, serving as a process of its own.
final class ServiceProcess: Sendable {
    /// Where it answers.
    let url: URL
    /// Its port, for a successor.
    let port: Int

    private let process: Process
    private let ends: AsyncStream<Void>

    /// Starts it, and returns when it answers.
    static func start(port: Int = 0, _ arguments: String...) async throws -> ServiceProcess {
        let process = Process()
        process.executableURL = program
        process.arguments =
            ["serve", "--port", "\(port)", "--rate-limit", "off", "--log-level", "info"] + arguments
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        let log = Pipe()
        process.standardError = log
        let pieces = log.pieces
        try process.run()
        var text = ""
        for await piece in pieces {
            text += piece
            guard let line = text.firstMatch(of: /port=(\d+)[^\n]*serving/), let port = Int(line.1) else { continue }
            return try ServiceProcess(process, port: port, ends: ends)
        }
        throw DidNotStart(log: text)
    }

    private init(_ process: Process, port: Int, ends: AsyncStream<Void>) throws {
        self.process = process
        self.ends = ends
        self.port = port
        url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Ends it by a signal, and returns when it is gone.
    func end(by signal: CInt) async {
        kill(process.processIdentifier, signal)
        for await _ in ends {}
    }

    /// The program, built next to the tests.
    static var program: URL {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return (tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL).appending(path: "roundtable")
    }

    private struct DidNotStart: Error {
        let log: String
    }
}

extension Pipe {
    /// What is written to it, as it comes; read to its end even if nobody listens any more.
    var pieces: AsyncStream<String> {
        let (pieces, piece) = AsyncStream<String>.makeStream()
        fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            guard data.isEmpty else { return _ = piece.yield(String(decoding: data, as: UTF8.self)) }
            handle.readabilityHandler = nil
            piece.finish()
        }
        return pieces
    }
}
