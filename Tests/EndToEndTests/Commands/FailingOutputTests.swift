import Foundation
import MessagesSimulator
import RoundtableTestTools
import SystemPackage
import TestSupport
import Testing

@Suite("An output that can't be written", .timeLimit(.minutes(5)))
struct FailingOutputTests {
    /// Outputs as a shell gives them to a command: a full disk, a pipe that nobody reads, none at all.
    static let outputs = [">/dev/full", "> >(exec true)", ">&-"]

    /// Commands that need no database.
    static let words = [
        "roundtable --help", "roundtable --version", "roundtable help serve", "roundtable session list --help",
        "roundtable --generate-completion-script bash", "roundtable games", "roundtable games --json",
        "roundtable-lab --help", "roundtable-lab load --help", "roundtable-lab load scenarios",
    ]

    @Test("ends a command with a message and a status, also the help and the version", arguments: words, outputs)
    func commands(command: String, output: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let program = ServiceProcess.program(words[0]).path(percentEncoded: false)
        // NB: the reader of a pipe must have gone before anything is written to it.
        let script = "exec \(output); wait $!; exec \"$0\" \"$@\""
        let run = try await ProgramRun.of(program: "/bin/bash", ["-c", script, program] + words.dropFirst())
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("Error: The output could not be written to its end: "), "\(run.output)")
    }

    @Test(
        "does not end an instance that logs to it, and nothing that it logs gets into its files or connections",
        arguments: ["text", "json"], ["2>/dev/full", "2> >(exec true)", "2>&-", ">&- 2>&-", ">&- 2>&- <&-"])
    func log(format: String, redirection: String) async throws {
        let folder = try await TestFolder.withCluster()
        let port = folder.data.removingLastComponent().appending("port").string
        let arguments = [
            "serve", "--port", "0", "--port-file", port, "--data", folder.data.string, "--log-format", format,
            "--access-log", "--log-level", "debug",
        ]
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
            ["-c", "exec \(redirection); wait $!; exec \"$0\" \"$@\"", ServiceProcess.program("roundtable").path()]
            + arguments
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        try await eventually("the port") { !process.isRunning || FileManager.default.fileExists(atPath: port) }
        let text = try String(contentsOfFile: port, encoding: .utf8)
        let connection = try RawConnection(to: try #require(Int(text.trimmingCharacters(in: .newlines))))
        for _ in 0..<3 {
            try connection.send(["POST /v1/players HTTP/1.1", "Host: table", "Content-Length: 2"], body: "{}")
            #expect(try await connection.read(until: "}").hasPrefix("HTTP/1.1 201"))
        }
        process.terminate()
        for await _ in ends {}
        #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    }

    @Test("a full disk leaves keys, ports and reports as they were")
    func files() async throws {
        let folder = try TestFolder()
        let keys = try folder.makeKeys()
        for _ in 0..<9 { #expect(try await ProgramRun.of(["keys", "add", "--keys-file", keys]).status == 0) }
        let before = FileManager.default.contents(atPath: keys)
        let run = try await ProgramRun.of(["keys", "add", "--keys-file", keys], fileSize: 1)
        #expect(run.status == 1 && run.output == "Error: \(keys) can't be written: write: File too large.\n")
        #expect(FileManager.default.contents(atPath: keys) == before)
        #expect(!FileManager.default.fileExists(atPath: keys + ".new"))
    }
}
