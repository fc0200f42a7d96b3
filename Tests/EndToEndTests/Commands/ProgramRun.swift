import Foundation

/// One run of the program `roundtable`, to its end.
struct ProgramRun: Sendable {
    /// What it printed, errors among it unless they went to a terminal.
    let output: String
    /// How it ended; 0 if well.
    let status: Int32

    /// Runs the program.
    ///
    /// NB: it prints to a file, not to a pipe, whose end another test's process could hold open for as long as that
    /// lives.
    ///
    /// - Parameters:
    ///   - environment: what is set for it; settings of whoever runs the tests don't count.
    ///   - terminal: what it takes for its user's terminal; nil for none.
    ///   - output: a file that it prints to, rather than one that is read afterwards.
    ///   - fileSize: how large files may get, in units of 512 bytes; nil for as large as the disk allows.
    ///   - descriptors: how many files may be open; nil for as many as the tests may open.
    ///   - isTime: returns when it is time to press Ctrl-C; nil to let it come to its end.
    static func of(
        program: String = "roundtable", _ arguments: [String], environment: [String: String] = [:],
        at terminal: Terminal? = nil,
        printingTo output: String? = nil, fileSize: Int? = nil, descriptors: Int? = nil,
        interruptedWhen isTime: (() async throws -> Void)? = nil
    ) async throws -> ProgramRun {
        let file = FileManager.default.temporaryDirectory.appending(path: "roundtable-run-\(UUID())")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let writing = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = ServiceProcess.program(program)
        process.arguments = arguments
        let limits = [fileSize.map { "ulimit -f \($0); " }, descriptors.map { "ulimit -n \($0); " }].compactMap(\.self)
        if !limits.isEmpty {
            process.executableURL = URL(filePath: "/bin/sh")
            let script = "trap '' XFSZ; \(limits.joined())exec \"$0\" \"$@\""
            process.arguments = ["-c", script, ServiceProcess.program(program).path()] + arguments
        }
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ROUNDTABLE_") }
            .merging(environment) { $1 }
        // Without a terminal nobody is there to answer.
        process.standardInput = terminal?.keyboard ?? FileHandle.nullDevice
        process.standardOutput = output.flatMap(FileHandle.init(forWritingAtPath:)) ?? writing
        process.standardError = terminal?.keyboard ?? writing
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        if let isTime {
            do {
                try await isTime()
            } catch {
                process.terminate()
                throw error
            }
            kill(process.processIdentifier, SIGINT)
        }
        for await _ in ends {}
        try writing.close()
        return ProgramRun(output: try String(contentsOf: file, encoding: .utf8), status: process.terminationStatus)
    }
}
