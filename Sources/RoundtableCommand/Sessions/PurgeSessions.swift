import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore

extension SessionCommand {
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
                    throw Refusal("The others are not over, or there are none such: `session abandon` ends a session.")
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
                let removed = try await administration.purge(before.date, of: total, to: archive, noting: entry)
                try report.show("\(counted(removed, "session")) removed.", ["removed": removed])
            }
        }
    }
}

extension Administration {
    fileprivate func purge(
        _ before: Date, of total: Int, to archive: String?, noting entry: AuditEntry
    ) async throws -> Int {
        let progress = ProgressBar("Removing", of: total, "sessions")
        defer { progress.clear() }
        var (removed, last): (Int, SessionID?) = (0, nil)
        repeat {
            let step = try await store.removeFinished(
                before: before, at: context.now(), after: last, limit: 100,
                archive: archive.map(CompressedFile.appending), noting: entry)
            for session in step.removed { service.changes.didChange(session) }
            removed += step.removed.count
            last = step.last
            progress.show(removed)
        } while last != nil
        return removed
    }
}
