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
        var (sessions, failures) = (0, 0)
        try forEachLine { line in
            sessions += 1
            guard hash == nil || sessions == 1 else { throw ValidationError("--hash is for a file of one session.") }
            let findings = try AuditedSession(line).findings(promised: hash)
            print(findings.text)
            if !findings.problems.isEmpty { failures += 1 }
        }
        guard sessions > 0 else { throw ValidationError("There is no session in \(file).") }
        if failures > 0 { throw ExitCode(1) }
    }

    /// The most bytes of a line, as `roundtable session import` has it.
    private static let longestLine = 128 << 20

    /// Calls a function with each line of the file that is not empty.
    private func forEachLine(_ body: ([UInt8]) throws -> Void) throws {
        guard let source = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file) else {
            throw ValidationError("There is no file \(file).")
        }
        var line: [UInt8] = []
        func endLine() throws {
            if !line.isEmpty { try body(line) }
            line = []
        }
        while let part = try source.read(upToCount: 1 << 20), !part.isEmpty {
            let pieces = part.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if index > 0 { try endLine() }
                line += piece
                guard line.count <= Self.longestLine else {
                    throw ValidationError("A line of \(file) has more than \(Self.longestLine) bytes.")
                }
            }
        }
        try endLine()
    }
}
