import ArgumentParser
import BoardDrawings
import Configuration
import Foundation
import Logging
import Postgres
import Roundtable
import RoundtableHTTP
import RoundtableStore
import SystemPackage

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the configuration, the keys and the database, and say how to fix what is wrong.",
        discussion: """
            Reads no data about people. Fails if it finds a problem, but not for a warning.

            Example: roundtable doctor --database-url postgresql://db.example.org/roundtable
            """)

    @OptionGroup var list: ListOptions

    @Flag(help: "Print only problems and warnings.")
    var quiet = false

    @OptionGroup(title: "Database and keys") var settings: SettingsOptions

    func run() async throws {
        let config = try await settings.reader()
        let serving = try? ServeSettings(config)
        let certificate = await serving.map { Certificate(url: $0.publicURL) }?.finding()
        let findings =
            ConfigurationDiagnosis(config: config, serving: serving).findings + [certificate].compactMap(\.self)
            + (await Self.database(config, connections: serving?.connections ?? 0))
        for finding in findings where !quiet || finding.level > .good {
            try list.show(finding.text, finding.facts)
        }
        if findings.contains(where: { $0.level == .problem }) { throw ExitCode.failure }
    }

    private static func database(_ config: ConfigReader, connections: Int) async -> [Finding] {
        do {
            let logger = try Logger.configured(config, default: "error")
            return try await Database.attach(config, logger: logger, for: .inspecting).use {
                await Diagnosis(of: $0.pool, connections: connections, games: RoundtableCommand.games).findings()
            }
        } catch {
            return [
                Finding(.problem, "database", "\(error)", advice: "See what it says; nothing else can be looked at.")
            ]
        }
    }
}

/// The findings that need no database.
private struct ConfigurationDiagnosis {
    let config: ConfigReader
    let serving: ServeSettings?

    private var isEmbedded: Bool { config.databaseURL == nil }

    var findings: [Finding] { [settings, publicURL, proxies, keys, keyFile, disk, archiveDisk].compactMap(\.self) }

    private var settings: Finding {
        usability(of: "configuration", ifNot: "roundtable serve --help lists what may be set.") {
            _ = try ServeSettings(config)
        }
    }

    private var publicURL: Finding? {
        guard let url = serving?.publicURL else { return nil }
        return Finding(
            "public URL", url, unless: !url.hasPrefix("https://"), .warning,
            advice: "Set --public-url to an https address that players' devices reach: it is part of every message.")
    }

    private var proxies: Finding? {
        guard let serving, serving.publicURL.hasPrefix("https://") else { return nil }
        return Finding(
            "addresses",
            serving.application.trustedProxies.isEmpty ? "no proxy is trusted" : "trusted proxies are set",
            unless: serving.limitsProxy, .warning,
            advice: """
                Everybody behind a proxy counts as one address, and shares its limits: name the proxy in \
                --trusted-proxies.
                """)
    }

    private var keys: Finding? {
        if !config.namesKeys, let path = config.keyPath, !FileManager.default.fileExists(atPath: path.string) {
            return Finding(
                .warning, "keys", "none yet in \(path.removingLastComponent())",
                advice: "The first start makes one: back it up.")
        }
        return usability(of: "keys", ifNot: "Without its keys an instance does not start.") {
            _ = try SigningKeys.configured(config)
        }
    }

    private func usability(of subject: String, ifNot advice: String, _ use: () throws -> Void) -> Finding {
        do {
            try use()
            return Finding(.good, subject, "can be used")
        } catch {
            return Finding(.problem, subject, "\(error)", advice: advice)
        }
    }

    private var keyFile: Finding? {
        var status = stat()
        // Kubernetes mounts a secret as a link.
        guard let path = try? KeyFile.configured(config).path, stat(path.string, &status) == 0 else { return nil }
        let mode = status.st_mode & 0o777
        // A group may read them: an operator gave them to it.
        return Finding(
            "keys", "\(path) has mode \(String(mode, radix: 8))", unless: mode & 0o027 != 0, .problem,
            advice: "Who can read the keys can forge any credential. Run: chmod 600 \(path)")
    }

    private var disk: Finding? {
        guard isEmbedded else { return nil }
        return disk(
            of: Database.directory(config), ifFull: "keep less (--keep-finished): a full disk stops every turn.")
    }

    private var archiveDisk: Finding? {
        guard let archive = serving?.archive else { return nil }
        return disk(of: archive, ifFull: "move old files away: a full disk stops the removal of what is over.")
    }

    private func disk(of directory: FilePath, ifFull advice: String) -> Finding? {
        guard let values = try? FileManager.default.attributesOfFileSystem(forPath: directory.string),
            let free = values[.systemFreeSize] as? Int, let size = values[.systemSize] as? Int, size > 0
        else { return nil }
        let isLow = free < 1 << 30 || free * 10 < size
        return Finding(
            "disk", "\(free.byteText) of \(size.byteText) free at \(directory)", unless: isLow,
            free < 256 << 20 ? .problem : .warning,
            advice: "Make room, or \(advice)")
    }
}

extension Finding {
    private static let width = 100
    private static let margins = (level: 8, subject: 14)

    fileprivate var facts: Facts {
        ["level": level.rawValue, "subject": subject, "found": found, "advice": advice]
    }

    fileprivate var text: String {
        let (mark, name) = (level.rawValue.padded(to: Self.margins.level), subject.padded(to: Self.margins.subject))
        let margin = Self.margins.level + Self.margins.subject
        let lines = [found, advice.map { "→ \($0)" }].compactMap { $0?.wrapped(to: Self.width - margin) }.joined()
        return mark + name + lines.joined(separator: "\n" + String(repeating: " ", count: margin))
    }
}
