import ArgumentParser
import Configuration
import EmbeddedPostgres
import Foundation
import Logging
import RoundtableStore
import SystemPackage

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the embedded database and its keys, while play goes on.",
        discussion: """
            The copy is a data directory. It contains everything that the service acknowledged before the command \
            began. Protect it like the original. To back up a PostgreSQL server of your own, use its own tools.

            Example: roundtable backup --to /backup/2026-11-22 --reason nightly
            """)

    @Option(help: ArgumentHelp("The directory for the copy, new or empty.", valueName: "directory"))
    var to: String

    @OptionGroup var report: ReportOptions
    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let config = try await options.settings.reader()
        try config.checkIsEmbedded("pg_basebackup or pg_dump backs up a server of your own.")
        let (source, target) = (Database.directory(config), FilePath(to))
        let logger = try Logger.configured(config, default: "warning")
        try await options.read("backup --to \(to)") { _ in
            let keys = config.keyLines == nil ? try KeyFile.configured(config) : nil
            try await ProgressBar.whileCopying(source.appending("postgres"), to: target) {
                try await EmbeddedPostgres.backUp(source, to: target, logger: logger)
            }
            if let keys { try KeyCopy(in: target).save(keys) }
            try report.show(
                "Backed up to \(target), every file checked\(keys == nil ? "; the keys are kept elsewhere" : "").",
                ["directory": target.string])
        }
    }
}

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a data directory from a backup.",
        discussion: """
            Checks every file, including the keys. If you keep the keys elsewhere, name them as for `serve`. Never run \
            an instance on the backup itself: `restore` copies it and does not change it. Afterwards, erase again \
            everybody who was erased since the backup; the audit log of the lost database or your own records list \
            them.

            Example: roundtable restore --from /backup/2026-11-22 --data /var/lib/roundtable --reason 'disk failed'
            """)

    @Option(help: ArgumentHelp("The directory of the backup.", valueName: "directory"))
    var from: String

    @OptionGroup var report: ReportOptions
    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let config = try await options.settings.reader()
        try config.checkIsEmbedded("A backup is restored into a data directory.")
        let (backup, target, report) = (FilePath(from), Database.directory(config), report)
        guard FileManager.default.fileExists(atPath: from) else { throw Refusal("There is no backup in \(from).") }
        let keys = config.namesKeys ? nil : try KeyCopy(in: backup).read()
        let logger = try Logger.configured(config, default: "warning")
        try await interruptible(logger: logger) {
            try await ProgressBar.whileCopying(backup.appending("postgres"), to: target) {
                try await EmbeddedPostgres.restore(backup, to: target, logger: logger)
            }
        }
        if let keys { try KeyFile(path: target.appending("keys"), keys: keys.keys).save() }
        try await options.read("restore --from \(from)") { administration in
            let sessions = try await administration.store.countSessions()
            try report.show(
                "Restored to \(target): \(counted(sessions, "session")). "
                    + "`roundtable session verify --all` looks at each.",
                ["directory": target.string, "sessions": sessions])
        }
    }
}

extension ConfigReader {
    /// Refuses a database that is not ours to copy.
    fileprivate func checkIsEmbedded(_ advice: String) throws {
        guard databaseURL == nil else {
            throw Refusal("This is for the embedded database only. \(advice)")
        }
    }
}
