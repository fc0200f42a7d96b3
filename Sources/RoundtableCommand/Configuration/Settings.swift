import ArgumentParser
import Configuration
import SystemPackage

/// Settings by flags, then the environment, then a file; the first that has one counts.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The URL of a PostgreSQL server to use instead of the embedded one.", discussion: "ROUNDTABLE_DATABASE_URL",
            valueName: "url"))
    var databaseUrl: String?

    @Flag(
        help: ArgumentHelp(
            "Don't use prepared statements. PgBouncer in transaction mode needs this.",
            discussion: "ROUNDTABLE_NO_PREPARED_STATEMENTS=true"))
    var noPreparedStatements = false

    @Option(
        help: ArgumentHelp(
            "The URL of the same server without PgBouncer, for migrations and notifications between instances.",
            discussion: "ROUNDTABLE_DIRECT_DATABASE_URL", valueName: "url"))
    var directDatabaseUrl: String?

    @Option(
        help: ArgumentHelp(
            "The directory of the embedded PostgreSQL server and of the keys.",
            discussion: "ROUNDTABLE_DATA; by default /var/lib/roundtable for root, else ~/.local/share/roundtable",
            valueName: "directory"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A file of signing keys, a line each: a number from 0 to 255, a space, 32 random bytes in base64. "
                + "The first signs.",
            discussion:
                "ROUNDTABLE_KEYS_FILE, or the lines themselves in ROUNDTABLE_KEYS; "
                + "by default keys in the data directory",
            valueName: "file"))
    var keysFile: String?

    @Option(
        help: ArgumentHelp(
            "A JSON file of settings, such as {\"database\": {\"url\": \"…\"}, \"port\": 8080}.",
            discussion: "ROUNDTABLE_CONFIG", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The log level: trace, debug, info, notice, warning, error or critical.",
            discussion: "ROUNDTABLE_LOG_LEVEL; by default info", valueName: "level"))
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "The log format: text, or one line of JSON for each event.",
            discussion: "ROUNDTABLE_LOG_FORMAT; by default text", valueName: "text|json"))
    var logFormat: String?

    /// Everything that was set, some more flags among it.
    ///
    /// - Throws: `SettingsError`, if the file can't be read.
    func reader(adding more: [AbsoluteConfigKey: ConfigValue] = [:]) async throws -> ConfigReader {
        let environment = EnvironmentVariablesProvider(
            secretsSpecifier: .dynamic { key, _ in key.contains("KEY") || key.contains("URL") }
        )
        .prefixKeys(with: "roundtable")
        let given = InMemoryProvider(name: "flags", values: flags.merging(more) { first, _ in first })
        var providers: [any ConfigProvider] = [given, environment]
        if let path = config ?? ConfigReader(provider: environment).string(forKey: "config") {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
            } catch {
                throw SettingsError("The settings in \(path) can't be read: \(error)")
            }
        }
        return ConfigReader(providers: providers)
    }
}

extension ParsableArguments {
    /// The settings that were given as flags: `--port-file`, a member `portFile`, is the setting `port.file`.
    var flags: [AbsoluteConfigKey: ConfigValue] {
        Mirror(reflecting: self).children.reduce(into: [:]) { flags, member in
            let content: ConfigContent? =
                switch member.value {
                case let option as Option<String?>: option.wrappedValue.map { .string($0) }
                case let option as Option<Int?>: option.wrappedValue.map { .int($0) }
                case let flag as Flag<Bool> where flag.wrappedValue: .bool(true)
                default: nil
                }
            guard let content, let name = member.label?.dropFirst() else { return }
            let words = name.reduce(into: [""]) { words, letter in
                if letter.isUppercase { words.append("") }
                words[words.count - 1] += letter.lowercased()
            }
            flags[AbsoluteConfigKey(words)] = ConfigValue(content, isSecret: words.last == "url")
        }
    }
}

/// Why settings can't be used; its description says what to do.
struct SettingsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
