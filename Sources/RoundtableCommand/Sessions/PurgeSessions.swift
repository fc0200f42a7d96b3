import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore

extension SessionCommand {
    /// `roundtable session purge`.
    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove sessions that are over, with all that belongs to them.",
            discussion: """
                Their bubbles lead nowhere afterwards. In small steps, so that play goes on; an instance that serves does the \
                same by itself, if told so by --keep-finished.

                Example: roundtable session purge --finished-before 365d --archive old.jsonl.gz --reason 'yearly'
                """)

        @Option(
            help: ArgumentHelp(
                "Sessions whose last event was before.", discussion: ArgumentHelp.moment, valueName: "when"))
        var finishedBefore: Moment

        @Option(
            help: ArgumentHelp(
                "A file to add them to first, compressed if its name ends in .gz; `session import` reads it.",
                valueName: "file"))
        var archive: String?

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            let (before, archive, confirmation, report) = (finishedBefore, archive, confirmation, report)
            try await options.change(
                "session purge --finished-before \(before.date.text)", about: nil, archive.map { "--archive \($0)" }
            ) { administration, entry in
                let total = try await administration.store.countFinished(before: before.date)
                guard total > 0 else {
                    return try report.show("No session was over before \(before.date.text).", ["removed": .number(0)])
                }
                let fate = archive.map { "to \($0)" } ?? "for good"
                try await confirmation.ask(
                    "Remove \(counted(total, "session")) that ended before \(before.date.text), \(fate)?")
                let removed = try await administration.purge(
                    before.date, of: total, to: archive, noting: entry)
                try report.show("\(counted(removed, "session")) removed.", ["removed": .number(removed)])
            }
        }
    }
}

extension Administration {
    /// Removes sessions that were over before a time, and says how many.
    fileprivate func purge(
        _ before: Date, of total: Int, to archive: String?, noting entry: AuditEntry
    ) async throws -> Int {
        let progress = ProgressBar("Removing", of: total, "sessions")
        defer { progress.clear() }
        var (removed, last): (Int, SessionID?) = (0, nil)
        repeat {
            let step = try await store.removeFinished(
                before: before, after: last, limit: 100,
                archive: archive.map(CompressedFile.appending), noting: entry)
            for session in step.removed { service.changes.didChange(session) }
            removed += step.removed.count
            last = step.last
            progress.show(removed)
        } while last != nil
        return removed
    }
}
