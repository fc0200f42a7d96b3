import Foundation

/// One run of the program `roundtable`, to its end.
struct ProgramRun: Sendable {
    /// What it printed, errors among it.
    let output: String
    /// How it ended; 0 if well.
    let status: Int32

    /// Runs the program.
    static func of(_ arguments: [String]) async throws -> ProgramRun {
        let process = Process()
        process.executableURL = ServiceProcess.program
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        let pieces = pipe.pieces
        try process.run()
        var output = ""
        for await piece in pieces { output += piece }
        for await _ in ends {}
        return ProgramRun(output: output, status: process.terminationStatus)
    }
}
