import ArgumentParser
import Configuration
import Digests
import EmbeddedPostgres
import Foundation
import Logging
import ProgramOutput
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

/// The keys that a backup has beside the database, and their checksum as `sha256sum` writes and reads it.
struct KeyCopy {
    private let path: FilePath
    private let checksumPath: FilePath

    init(in backup: FilePath) {
        path = backup.appending("keys")
        checksumPath = backup.appending("keys.sha256")
    }

    func save(_ keys: KeyFile) throws {
        try KeyFile(path: path, keys: keys.keys).save()
        guard let content = FileManager.default.contents(atPath: path.string) else {
            throw Refusal("\(path) was written and can't be read.")
        }
        try DurableFile.replace(checksumPath.string, with: Data("\(Self.checksum(of: content))  keys\n".utf8))
    }

    /// Reads the keys, which must be those that were put there.
    func read() throws -> KeyFile {
        guard let content = FileManager.default.contents(atPath: path.string) else {
            throw Refusal(
                """
                There are no keys in \(path), and without them no credential works: find them, or name the service's \
                keys by --keys-file or ROUNDTABLE_KEYS.
                """)
        }
        let line = FileManager.default.contents(atPath: checksumPath.string) ?? Data()
        let expected = String(decoding: line, as: UTF8.self).split(separator: " ").first.map(String.init)
        guard expected == Self.checksum(of: content) else {
            throw Refusal("The keys in \(path) are not those that were backed up: \(checksumPath) tells.")
        }
        return try KeyFile(path)
    }

    private static func checksum(of content: Data) -> String { content.withUnsafeBytes { SHA256.hash($0) }.hexadecimal }
}
