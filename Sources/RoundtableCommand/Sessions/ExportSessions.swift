import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore

extension SessionCommand {
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write sessions as JSON, one per line, for another database or an archive.",
            discussion: """
                A line contains everything that belongs to a session except the answers to repeated requests. It \
                contains nicknames and the seed of the random numbers: protect the file like the database. It contains \
                no credentials.

                For other chess programs, --as pgn writes a game of chess, and --as fen its position, without anything \
                else of the session.

                Example: roundtable session export 5f0f… --to game.jsonl.gz --reason 'bug report, ticket 4711'
                Example: roundtable session export 5f0f… --as pgn --reason 'asked for by its players'
                """)

        @Argument(help: "The sessions' IDs.")
        var sessions: [SessionID]

        @Option(
            help: ArgumentHelp(
                "A file to append to, compressed if its name ends in .gz; by default, print the sessions.",
                valueName: "file"))
        var to: String?

        @Option(name: .customLong("as"), help: "The format: json; for chess also pgn or fen.")
        var format = ExportFormat.json

        @Flag(help: "Print JSON, which is the default.")
        var json = false

        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read(
                "session export", about: sessions.first, sessions.others, to.map { "--to \($0)" }
            ) { administration in
                let progress = ProgressBar("Exporting", of: sessions.count, "sessions")
                defer { progress.clear() }
                var lines: [[UInt8]] = []
                for session in sessions {
                    lines.append(try await administration.line(of: session, as: format))
                    progress.show(lines.count)
                }
                progress.clear()
                guard let to else { return lines.forEach { print(String(decoding: $0, as: UTF8.self)) } }
                try CompressedFile.append(lines, to: to)
                note("\(counted(lines.count, "session")) written to \(to).")
            }
        }
    }

    enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
        case json, pgn, fen
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import sessions that were exported or archived.",
            discussion: """
                Imports each session completely or not at all. It refuses a session that the database already has, or \
                that its events don't rebuild, and imports the others; it then fails. If a session comes from another \
                service, give its seats to credentials of this one with `session rebind`.

                Example: roundtable session import game.jsonl.gz --reason 'moving house'
                """)

        @Argument(help: "An exported or archived file, compressed or not.")
        var file: String

        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.change("session import \(file)") { administration, entry in
                let progress = ProgressBar("Importing", of: CompressedFile.size(file) >> 10, "KiB")
                defer { progress.clear() }
                var (taken, refused) = (0, 0)
                var damage: Refusal?
                do {
                    try await CompressedFile.read(file, passing: { progress.show($0 >> 10) }) { number, line in
                        do {
                            _ = try await administration.store.importSession(
                                line, at: administration.context.now(), noting: entry)
                            taken += 1
                        } catch let error as ServiceError where [.badRequest, .notAllowed].contains(error.code) {
                            progress.clear()
                            note("Line \(number): \(error.detail)")
                            refused += 1
                        }
                    }
                } catch let refusal as Refusal {
                    damage = refusal
                }
                progress.clear()
                try report.show(
                    "\(counted(taken, "session")) taken in, \(refused) refused.",
                    ["taken": taken, "refused": refused])
                if let damage { throw damage }
                if refused > 0 { throw ExitCode.failure }
            }
        }
    }
}

extension [SessionID] {
    /// All but the first, as the audit log has them; nil for none.
    var others: String? { count > 1 ? dropFirst().map(\.description).joined(separator: " ") : nil }
}

extension Administration {
    /// - Throws: `Refusal`, if there is none, or none in that format.
    fileprivate func line(of session: SessionID, as format: SessionCommand.ExportFormat) async throws -> [UInt8] {
        guard format != .json else {
            guard let line = try await store.export(session, at: context.now()) else {
                throw Refusal("There is no session \(session); nothing was written.")
            }
            return line
        }
        let stored = try await record(of: session).session
        var events: [Event] = []
        try await self.events(of: stored) { events.append($0) }
        let game = try ChessGame(stored, events: events)
        return Array((format == .pgn ? game.pgn : game.fen).utf8)
    }
}
