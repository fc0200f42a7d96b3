import ArgumentParser
import Foundation

/// `roundtable-lab audit`: shows that games of chance were dealt and rolled from the seed that was promised.
struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deal and roll exported sessions again from their seeds, and compare.",
        discussion: """
            When a game of chance starts, the service promises its seed by the SHA-256 of it: the member seedHash of the
            event that starts the game. When the game is over, the seed is disclosed, with the event that ends it and in
            what `roundtable session export` writes. Everything that was dealt, shuffled or rolled follows from it.

            Example: roundtable session export SESSION > session.jsonl; roundtable-lab audit session.jsonl
            """)

    @Argument(help: "A file that `roundtable session export` wrote, a session a line; - for standard input.")
    var file: String

    @Option(help: "The seedHash that the app was given when the game started; for a file of one session.")
    var hash: String?

    func run() throws {
        let content =
            file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
        guard let content else { throw ValidationError("There is no file \(file).") }
        let lines = content.split(separator: UInt8(ascii: "\n")).filter { !$0.isEmpty }
        guard !lines.isEmpty else { throw ValidationError("There is no session in \(file).") }
        guard hash == nil || lines.count == 1 else { throw ValidationError("--hash is for a file of one session.") }
        var failures = 0
        for line in lines {
            let findings = try AuditedSession(Array(line)).findings(promised: hash)
            print(findings.text)
            if !findings.problems.isEmpty { failures += 1 }
        }
        if failures > 0 { throw ExitCode(1) }
    }
}
