import ArgumentParser
import Roundtable
import SystemPackage

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Rotate the keys that sign credentials and messages.",
        discussion: """
            The first key in the file signs; all keys verify, so what an older key signed stays valid. An instance \
            reads the file when it starts and on SIGHUP. With one instance: `keys add --sign`, then SIGHUP. With \
            several: `keys add`, SIGHUP to all, `keys sign`, SIGHUP to all. The service never signs old credentials \
            and messages again: keep old keys, unless one was stolen.

            Example: roundtable keys add --sign --data /var/lib/roundtable
            """,
        subcommands: [List.self, Add.self, Sign.self, Retire.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys, without their secrets.",
            discussion: "Example: roundtable keys list --data /var/lib/roundtable")

        @OptionGroup var list: ListOptions
        @OptionGroup(title: "Database and keys") var settings: SettingsOptions

        func run() async throws {
            let keys = try KeyFile.configured(try await settings.reader()).keys
            try list.show(FactTable(keys))
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new key. It verifies; with --sign it also signs.",
            discussion: "Example: roundtable keys add --data /var/lib/roundtable")

        @Flag(help: "Let it sign from the next SIGHUP or start on. All other instances must know it before that.")
        var sign = false

        @OptionGroup var report: ReportOptions
        @OptionGroup(title: "Database and keys") var settings: SettingsOptions

        func run() async throws {
            var file = try KeyFile.configured(try await settings.reader())
            let numbers = Set(file.keys.map(\.id))
            // The lowest number stays the lowest: what is derived rather than signed is derived by its key.
            guard let number = ((numbers.min() ?? 0)...UInt8.max).first(where: { !numbers.contains($0) }) else {
                throw Refusal("No number is left for another key.")
            }
            let key = SigningKeys.Key.random(number: number)
            file.keys.insert(key, at: sign ? 0 : file.keys.count)
            try file.save()
            try report.show(
                "Key \(number) was added to \(file.path); it \(sign ? "signs" : "verifies") "
                    + "from the next SIGHUP or start on.",
                ["key": Int(number), "file": file.path.string])
        }
    }

    struct Sign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let another key sign, once all instances know it.", discussion: "Example: roundtable keys sign 2"
        )

        @Argument(help: "The key's number.")
        var key: UInt8

        @OptionGroup var report: ReportOptions
        @OptionGroup(title: "Database and keys") var settings: SettingsOptions

        func run() async throws {
            var file = try KeyFile.configured(try await settings.reader())
            let index = try file.index(of: key)
            file.keys.insert(file.keys.remove(at: index), at: 0)
            try file.save()
            try report.show("Key \(key) signs from the next SIGHUP or start on.", ["key": Int(key)])
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a stolen key for good.",
            discussion: """
                Every credential and every message that the key signed stops working: the players need new \
                credentials, and an operator must run `session rebind` for each seat. You can't retire the key that \
                signs. The service derives the IDs of sessions and link codes from the key with the lowest number. \
                Without that key, a repeated request to create a session makes a second session, and open link codes \
                stop working.

                Example: roundtable keys retire 1
                """)

        @Argument(help: "The key's number.")
        var key: UInt8

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup(title: "Database and keys") var settings: SettingsOptions

        func run() async throws {
            var file = try KeyFile.configured(try await settings.reader())
            let index = try file.index(of: key)
            guard index > 0 else { throw Refusal("Key \(key) signs: let another one sign first, by keys sign.") }
            let derived = "A creation that is repeated makes a second session, and link codes end. "
            let isLowest = !file.keys.contains { $0.id < key }
            try await confirmation.ask(
                "Every credential and message that key \(key) signed stops working. "
                    + "\(isLowest ? derived : "")Retire it for good?")
            file.keys.remove(at: index)
            try file.save()
            try report.show("Key \(key) is retired from the next SIGHUP or start on.", ["key": Int(key)])
        }
    }
}

extension KeyFile {
    fileprivate func index(of number: UInt8) throws -> Int {
        guard let index = keys.firstIndex(where: { $0.id == number }) else {
            throw Refusal("There is no key \(number) in \(path).")
        }
        return index
    }
}

extension FactTable {
    /// Keys without their secrets; the first signs.
    fileprivate init(_ keys: [SigningKeys.Key]) {
        titles = ["KEY", "USE", "FINGERPRINT"]
        rows = keys.enumerated().map { index, key in
            let signs = index == 0
            let facts: Facts = ["key": key.id, "signs": signs, "fingerprint": key.fingerprint]
            return (facts, ["\(key.id)", signs ? "signs and verifies" : "verifies", key.fingerprint])
        }
    }
}
