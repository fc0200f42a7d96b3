import ArgumentParser
import Foundation

/// `roundtable-lab audit`: shows that games of chance were dealt and rolled from the seed that was promised.
struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Repeat the deals and rolls of exported sessions from their seeds, and compare.",
        discussion: """
            The event that starts a game of chance contains the SHA-256 of its seed (`seedHash`). The event that ends \
            the game contains the seed itself, and so does what `roundtable session export` then writes. The seed \
            determines everything that is dealt, shuffled or rolled.

            Example: roundtable session export SESSION > session.jsonl; roundtable-lab audit session.jsonl
            """)

    @Argument(help: "A file that `roundtable session export` wrote, one session per line; - for standard input.")
    var file: String

    @Option(help: "The seedHash that the app got when the game started; for a file of one session.")
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
