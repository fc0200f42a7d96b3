import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore

extension SessionCommand {
    /// `roundtable session export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write sessions as JSON, a line each, for another database or for keeping.",
            discussion: """
                A line has everything that belongs to a session but the answers to repeated requests, nicknames and \
                the seed of its chance among it: keep it as you keep the database. Credentials are not part of it.

                Games of chess can be written as other programs read them, with nothing else of the session: as PGN, or \
                the position as FEN.

                Example: roundtable session export 5f0f… --to game.jsonl.gz --reason 'bug report, ticket 4711'
                Example: roundtable session export 5f0f… --as pgn --reason 'asked for by its players'
                """)

        @Argument(help: "The sessions' IDs.")
        var sessions: [SessionID]

        @Option(
            help: ArgumentHelp(
                "A file to add them to, compressed if its name ends in .gz; by default they are printed.",
                valueName: "file"))
        var to: String?

        @Option(name: .customLong("as"), help: "The format: json, or for chess pgn or fen.")
        var format = ExportFormat.json

        @Flag(help: "Print JSON, as it does unless told otherwise.")
        var json = false

        @OptionGroup var options: OperatorOptions

        func run() async throws {
            let (sessions, to, format) = (sessions, to, format)
            let others = sessions.dropFirst().map(\.description).joined(separator: " ")
            try await options.read(
                "session export", about: sessions.first, others.isEmpty ? nil : others, to.map { "--to \($0)" }
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

    /// The formats of an export.
    enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
        case json, pgn, fen
    }

    /// `roundtable session import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take in sessions that were exported or archived.",
            discussion: """
                Each session is taken in whole or not at all: one that is here already, or that its events don't \
                rebuild, is refused, and the others are still taken in. Fails if one was refused. Give its seats to \
                the players' credentials of here by `session rebind`, if it comes from another service.

                Example: roundtable session import game.jsonl.gz --reason 'moving house'
                """)

        @Argument(help: "A file of lines, compressed or not.")
        var file: String

        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            let (file, report) = (file, report)
            try await options.change("session import \(file)") { administration, entry in
                let progress = ProgressBar("Importing", of: CompressedFile.size(file) >> 10, "KiB")
                defer { progress.clear() }
                var (taken, refused) = (0, 0)
                var damage: Refusal?
                do {
                    try await CompressedFile.read(file, passing: { progress.show($0 >> 10) }) { number, line in
                        do {
                            _ = try await administration.store.importSession(line, noting: entry)
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
                    ["taken": .number(taken), "refused": .number(refused)])
                if let damage { throw damage }
                if refused > 0 { throw ExitCode.failure }
            }
        }
    }
}

extension Administration {
    /// A session in some format.
    ///
    /// - Throws: `Refusal`, if there is none, or none in that format.
    fileprivate func line(
        of session: SessionID, as format: SessionCommand.ExportFormat
    ) async throws -> [UInt8] {
        guard format != .json else {
            guard let line = try await store.export(session) else {
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
