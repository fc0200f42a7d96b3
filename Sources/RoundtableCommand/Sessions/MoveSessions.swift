import ArgumentParser
import Foundation
import ProgramOutput
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
                guard let to else { return try lines.forEach { try Output.print(String(decoding: $0, as: UTF8.self)) } }
                try CompressedFile.append(lines, to: to)
                Output.note("\(counted(lines.count, "session")) written to \(to).")
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
                that its events don't rebuild; it imports the others, and exits with status 1. If a session comes \
                from another service, give its seats to credentials of this one with `session rebind`.

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
                            Output.note("Line \(number): \(error.detail)")
                            refused += 1
                        }
                    }
                } catch let refusal as Refusal {
                    damage = refusal
                }
                progress.clear()
                try report.show(
                    "\(counted(taken, "session")) imported, \(refused) refused.",
                    ["taken": taken, "refused": refused])
                if let damage { throw damage }
                if refused > 0 { throw ExitCode.failure }
            }
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove sessions that are over, with everything that belongs to them.",
            discussion: """
                Afterwards their messages can't be opened. The command works in small steps, so that play goes on. An \
                instance does the same by itself if you set --keep-finished. A session that you name is removed only \
                if it is over, even if it can't be read.

                Example: roundtable session purge --finished-before 365d --archive old.jsonl.gz --reason 'yearly'
                """)

        @Argument(help: "The IDs of the sessions, instead of --finished-before.")
        var sessions: [SessionID] = []

        @Option("Remove sessions whose last event was before this time.", ArgumentHelp.moment, value: "when")
        var finishedBefore: Moment?

        @Option(
            help: ArgumentHelp(
                "A file to append them to first, compressed if its name ends in .gz; `session import` reads it.",
                valueName: "file"))
        var archive: String?

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            guard sessions.isEmpty == (finishedBefore != nil) else {
                throw ValidationError("Give either IDs of sessions or --finished-before.")
            }
        }

        func run() async throws {
            if let finishedBefore { try await purge(before: finishedBefore) } else { try await purgeNamed() }
        }

        private var fate: String { archive.map { "to \($0)" } ?? "for good" }

        private func purgeNamed() async throws {
            try await confirmation.ask("Remove \(counted(sessions.count, "session")), \(fate)?")
            try await options.change(
                "session purge", about: sessions.first, sessions.others, archive.map { "--archive \($0)" }
            ) { administration, entry in
                let removed = try await administration.store.removeFinished(
                    sessions.map(\.uuid), at: nil, archive: archive.map(CompressedFile.appending), noting: entry)
                for session in removed { administration.service.changes.didChange(session) }
                try report.show("\(counted(removed.count, "session")) removed.", ["removed": removed.count])
                guard removed.count == Set(sessions).count else {
                    throw Refusal("The others are not over or don't exist: `session abandon` ends a session.")
                }
            }
        }

        private func purge(before: Moment) async throws {
            try await options.change(
                "session purge --finished-before \(before.date.text)", about: nil, archive.map { "--archive \($0)" }
            ) { administration, entry in
                let total = try await administration.store.countFinished(
                    before: before.date, at: administration.context.now())
                guard total > 0 else {
                    return try report.show("No session was over before \(before.date.text).", ["removed": 0])
                }
                try await confirmation.ask(
                    "Remove \(counted(total, "session")) that ended before \(before.date.text), \(fate)?")
                let progress = ProgressBar("Removing", of: total, "sessions")
                defer { progress.clear() }
                var (removed, last): (Int, SessionID?) = (0, nil)
                repeat {
                    let step = try await administration.store.removeFinished(
                        before: before.date, at: administration.context.now(), after: last, limit: 100,
                        archive: archive.map(CompressedFile.appending), noting: entry)
                    for session in step.removed { administration.service.changes.didChange(session) }
                    removed += step.removed.count
                    last = step.last
                    progress.show(removed)
                } while last != nil
                progress.clear()
                try report.show("\(counted(removed, "session")) removed.", ["removed": removed])
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
