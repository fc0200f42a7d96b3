import ProgramOutput
@_spi(Roundtable) import RoundtableModel
import ArgumentParser
import Roundtable
import RoundtableStore

struct PlayerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "player", abstract: "Show, revoke, erase or export a player's credentials and data.",
        discussion: "Example: roundtable player show 7be4… --reason 'ticket 4711'",
        subcommands: [Show.self, Sessions.self, Revoke.self, Erase.self, Export.self])

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a player's credentials, and how many sessions they belong to.",
            discussion: "Example: roundtable player show 7be4… --reason 'ticket 4711'")

        @Argument(help: "The player's ID.")
        var player: PlayerID

        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("player show", about: player) { admin in
                let overview = try await admin.overview(of: player)
                try report.show(overview.text, overview.facts)
            }
        }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List a player's sessions, the last changed first.",
            discussion: "Example: roundtable player sessions 7be4… --reason 'ticket 4711'")

        @Argument(help: "The player's ID.")
        var player: PlayerID

        @OptionGroup var page: PageOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("player sessions", about: player) { admin in
                var search = SessionSearch(limit: page.limit)
                search.player = player
                search.after = page.after
                let sessions = try await admin.store.sessions(search)
                try page.show(
                    FactTable(sessions, at: admin.context.clockReading), next: sessions.last?.mark(in: .updated))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a player's credentials, for example because a device or a token was stolen.",
            discussion: """
                Every instance refuses them within five seconds. The player keeps the seats, but nobody can act as \
                this player: give the seats to the player of a new credential with `session rebind`.

                Example: roundtable player revoke 7be4… --reason 'stolen phone, ticket 4711'
                """)

        @Argument(help: "The player's ID.")
        var player: PlayerID

        @Option(help: ArgumentHelp("Only this credential; by default all.", valueName: "credential"))
        var credential: CredentialID?

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await confirmation.ask(
                "End \(credential.map { "the credential \($0)" } ?? "all credentials") of \(player)?")
            try await options.change("player revoke", about: player, credential.map { "--credential \($0)" }) {
                administration, entry in
                let count = try await administration.store.revoke(credential, of: player, noting: entry)
                guard count > 0 else { throw Refusal("There is no such credential.") }
                try report.show(
                    "\(counted(count, "credential")) ended, on all instances within five seconds.",
                    ["player": player.description, "ended": count])
            }
        }
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase a person: credentials, devices, aliases, nicknames. Other players' games go on.",
            discussion: """
                Does the same as DELETE /v1/players/me. Only a backup can undo it. The audit log keeps an entry.

                Example: roundtable player erase 7be4… --reason 'asked for it, ticket 4711'
                """)

        @Argument(help: "The player's ID.")
        var player: PlayerID

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await confirmation.ask("Erase \(player) for good?")
            try await options.change("player erase", about: player) { administration, entry in
                let before = try await administration.overview(of: player)
                try await administration.service.successions.erase(player, noting: entry)
                let left = try await administration.store.overview(of: player).sessions.values.reduce(0, +)
                let total = before.sessions.values.reduce(0, +)
                try report.show(
                    "\(player) is erased; \(total - left) of \(total) sessions are done.",
                    ["player": player.description, "told": total - left, "sessions": total])
                if left > 0 { Output.note("Running instances do the rest within seconds.") }
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print everything that is stored about one person, for a subject access request.",
            discussion: """
                Prints JSON, one object per line: `kind` names the kind of data, `held` contains the data. Includes \
                the person's nickname, and nothing about other people.

                Example: roundtable player export 7be4… --reason 'access request, ticket 4711' > person.jsonl
                """)

        @Argument(help: "The player's ID.")
        var player: PlayerID

        @Flag(help: "Print JSON, as this command always does.")
        var json = false

        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("player export", about: player) { admin in
                _ = try await admin.overview(of: player)
                for line in try await admin.store.holdings(of: player) {
                    try Output.print(String(decoding: line, as: UTF8.self))
                }
            }
        }
    }
}

extension Administration {
    fileprivate func overview(of player: PlayerID) async throws -> PlayerOverview {
        let overview = try await store.overview(of: player)
        guard !overview.isUnknown else { throw Refusal("There is no such player.") }
        return overview
    }
}

extension PlayerOverview {
    /// Who they are now; `erased` for nobody.
    private var became: String? { succession.map { $0.successor?.description ?? "erased" } }

    fileprivate var facts: Facts {
        let credentials = credentials.map { ["credential": $0.id.description, "createdAt": $0.createdAt] as Facts }
        return [
            "player": player.description, "createdAt": createdAt, "credentials": credentials, "sessions": sessions,
            "became": became,
        ]
    }

    fileprivate var text: String {
        let counts = sessions.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let facts = [
            ["Player", player.description], ["Since", createdAt?.text ?? "-"],
            ["Sessions", counts.isEmpty ? "none" : counts.joined(separator: ", ")], ["Became", became ?? "-"],
        ]
        let rows = credentials.map { [$0.id.description, $0.createdAt.text] }
        let table = TextTable(titles: ["CREDENTIAL", "MADE"], rows: rows).lines
        return
            (TextTable(titles: ["", ""], rows: facts).lines + ["", "Credentials"]
            + (rows.isEmpty ? ["none: nobody can act as them"] : table).map { "  \($0)" }).joined(separator: "\n")
    }
}

extension CredentialID: ExpressibleByArgument {}
