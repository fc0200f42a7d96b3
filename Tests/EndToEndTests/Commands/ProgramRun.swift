import Foundation

/// One run of the program `roundtable`, to its end.
struct ProgramRun: Sendable {
    /// What it printed, errors among it.
    let output: String
    /// How it ended; 0 if well.
    let status: Int32

    /// Runs the program.
    ///
    /// NB: it prints to a file, not to a pipe, whose end another test's process could hold open for as long as that lives.
    static func of(_ arguments: [String]) async throws -> ProgramRun {
        let file = FileManager.default.temporaryDirectory.appending(path: "roundtable-run-\(UUID())")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let writing = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = ServiceProcess.program
        process.arguments = arguments
        // Settings of whoever runs the tests don't count.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ROUNDTABLE_") }
        process.standardOutput = writing
        process.standardError = writing
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        for await _ in ends {}
        try writing.close()
        return ProgramRun(output: try String(contentsOf: file, encoding: .utf8), status: process.terminationStatus)
    }
}
