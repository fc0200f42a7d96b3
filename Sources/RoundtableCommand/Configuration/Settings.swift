import ArgumentParser
import Configuration
import Foundation
import SystemPackage

/// Settings by flags, then the environment, then a file; the first that has one counts.
struct SettingsOptions: ParsableArguments {
    @Option(
        "The URL of a PostgreSQL server to use instead of the embedded one.", "ROUNDTABLE_DATABASE_URL", value: "url")
    var databaseUrl: String?

    @Flag(
        help: ArgumentHelp(
            "Don't use prepared statements. PgBouncer in transaction mode needs this.",
            discussion: "ROUNDTABLE_NO_PREPARED_STATEMENTS=true"))
    var noPreparedStatements = false

    @Option(
        "The URL of the same server without PgBouncer, for migrations and notifications between instances.",
        "ROUNDTABLE_DIRECT_DATABASE_URL", value: "url")
    var directDatabaseUrl: String?

    @Option(
        "The directory of the embedded PostgreSQL server and of the keys.",
        "ROUNDTABLE_DATA; by default /var/lib/roundtable for root, else ~/.local/share/roundtable", value: "directory")
    var data: String?

    @Option(
        "A file of signing keys, a line each: a number from 0 to 255, a space, 32 random bytes in base64. "
            + "The first signs.",
        "ROUNDTABLE_KEYS_FILE, or the lines themselves in ROUNDTABLE_KEYS; by default keys in the data directory",
        value: "file")
    var keysFile: String?

    @Option(
        "A JSON file of settings, such as {\"database\": {\"url\": \"…\"}, \"port\": 8080}.", "ROUNDTABLE_CONFIG",
        value: "file")
    var config: String?

    @Option(
        "The log level: trace, debug, info, notice, warning, error or critical.",
        "ROUNDTABLE_LOG_LEVEL; by default info", value: "level")
    var logLevel: String?

    @Option(
        "The log format: text, or one line of JSON for each event.", "ROUNDTABLE_LOG_FORMAT; by default text",
        value: "text|json")
    var logFormat: String?

    /// Everything that was set, by these options, by others that come with them, or otherwise.
    ///
    /// - Throws: `Refusal`, if the file can't be read.
    func reader(with others: any ParsableArguments...) async throws -> ConfigReader {
        let environment = EnvironmentVariablesProvider(
            secretsSpecifier: .dynamic { key, _ in key.contains("KEY") || key.contains("URL") }
        )
        .prefixKeys(with: "roundtable")
        let given = InMemoryProvider(name: "flags", values: others.reduce(flags) { $0.merging($1.flags) { $1 } })
        var providers: [any ConfigProvider] = [given, environment]
        if let path = config ?? ConfigReader(provider: environment).string(forKey: "config") {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
            } catch {
                throw Refusal("The settings in \(path) can't be read: \(error)")
            }
        }
        return ConfigReader(providers: providers)
    }
}

extension Option {
    /// - Parameters:
    ///   - words: what the option sets.
    ///   - notes: the environment variable for the same setting, and its default.
    ///   - name: the placeholder for the value.
    init<Wrapped: ExpressibleByArgument>(_ words: String, _ notes: String, value name: String) where Value == Wrapped? {
        self.init(help: ArgumentHelp(words, discussion: notes, valueName: name))
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

extension ConfigReader {
    /// The URL of a database that exists; nil for the embedded one.
    var databaseURL: String? { string(forKey: "database.url", isSecret: true) }

    /// The file of the signing keys, by default in the data directory; nil if a database by its URL is
    /// named, but neither the file nor the directory.
    var keyPath: FilePath? {
        if let path = string(forKey: "keys.file") { return FilePath(path) }
        return databaseURL == nil || string(forKey: "data") != nil ? Database.directory(self).appending("keys") : nil
    }

    /// The signing keys of ROUNDTABLE_KEYS, as lines; nil if it is not set.
    var keyLines: String? { string(forKey: "keys", isSecret: true) }

    /// Whether the settings say which keys to use, rather than those beside the database.
    var namesKeys: Bool { keyLines != nil || string(forKey: "keys.file") != nil }

    /// - Throws: `Refusal`, if what is set is no number in the range.
    func number(_ key: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = string(forKey: ConfigKey(key)) ?? int(forKey: ConfigKey(key)).map(String.init) else {
            return nil
        }
        guard let number = Int(text), range.contains(number) else {
            throw Refusal(
                "\(key.replacing(".", with: "-")) is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// The number that is set, or `usual` if none is; nil if the setting is a word, such as `off`.
    func number(_ key: String, in range: ClosedRange<Int>, or word: String, orElse usual: Int?) throws -> Int? {
        string(forKey: ConfigKey(key)) == word ? nil : try number(key, in: range) ?? usual
    }
}

extension FilePath {
    /// The text of a file that a setting names.
    ///
    /// - Throws: `Refusal`, which calls the file by a name, or else by its path.
    func text(named name: String? = nil) throws(Refusal) -> String {
        do {
            return try String(contentsOfFile: string, encoding: .utf8)
        } catch {
            throw Refusal("\(name ?? string) can't be read: \(error.localizedDescription)")
        }
    }
}
