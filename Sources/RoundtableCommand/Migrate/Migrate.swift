import ArgumentParser
import Configuration
import Logging
import Postgres
import ProgramOutput
import RoundtableStore
import Synchronization

/// `roundtable migrate`: the schema of an existing database. An embedded one is kept up to date by `serve`.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Update a database's schema, or check it.",
        discussion: "Example: roundtable migrate up --database-url postgresql://localhost/roundtable",
        subcommands: [Up.self, Status.self, Verify.self])

    struct Up: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Apply the missing migrations, each in its own transaction; two of these commands may run at once.",
            discussion: """
                With --distributed, it then distributes the tables of sessions by session_id over the workers of a \
                Citus cluster. Stop all instances first, and start them when it is done. To undo it, restore a dump.

                Example: roundtable migrate up --database-url postgresql://localhost/roundtable
                """)

        @Flag(help: "Distribute the tables of sessions; the database is the coordinator of a Citus cluster.")
        var distributed = false

        @Option(help: "How many shards each table has. The cluster can move shards later, but not split them.")
        var shards = 32

        @OptionGroup var list: ListOptions
        @OptionGroup var settings: SettingsOptions

        func run() async throws {
            try await Migrate.withPool(settings, for: .migrating) { pool in
                let migrator = try PostgresMigrator(PostgresStore.migrations)
                let missing = try await migrator.status(on: pool).filter { $0.appliedAt == nil }
                let done = Atomic(0)
                let applied = try await ProgressBar("Migrating", of: missing.count, "migrations").watch(
                    { done.load(ordering: .relaxed) },
                    during: { try await migrator.up(on: pool) { done.add(1, ordering: .relaxed) } })
                for label in applied.map(\.label) {
                    try list.show("applied \(label)", ["applied": label])
                }
                let isDistributed = try await !Distribution(of: pool).distributed.isEmpty
                let spread = distributed || isDistributed ? try await Distribution.spread(on: pool, shards: shards) : []
                for table in spread { try list.show("distributed \(table)", ["distributed": table]) }
                let isChanged = !applied.isEmpty || !spread.isEmpty
                Output.note(isChanged ? "The schema is current now." : "The schema is current.")
                try await Migrate.noteDistribution(of: pool)
            }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the migrations; fails if one is missing.",
            discussion: "Example: roundtable migrate status --data /var/lib/roundtable")

        @OptionGroup var list: ListOptions
        @OptionGroup var settings: SettingsOptions

        func run() async throws {
            try await Migrate.withPool(settings) { pool in
                let status = try await PostgresMigrator(PostgresStore.migrations).status(on: pool)
                try list.show(FactTable(status))
                try await Migrate.noteDistribution(of: pool)
                if status.contains(where: { $0.appliedAt == nil }) { throw ExitCode.failure }
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare the schema with the one that the migrations make; fails if it differs.",
            discussion: """
                Applies the migrations to a schema of its own, in a transaction that it rolls back. It needs the right \
                to create a schema.

                Example: roundtable migrate verify --database-url postgresql://localhost/roundtable
                """)

        @OptionGroup var list: ListOptions
        @OptionGroup var settings: SettingsOptions

        func run() async throws {
            try await Migrate.withPool(settings) { pool in
                let differences = try await PostgresMigrator(PostgresStore.migrations).differences(on: pool)
                for difference in differences { try list.show(difference, ["difference": difference]) }
                if !differences.isEmpty { throw ExitCode.failure }
                Output.note("The schema is what the migrations make.")
            }
        }
    }

    /// Says where the tables of sessions are, if not all on one node.
    fileprivate static func noteDistribution(of pool: PostgresPool) async throws {
        let distribution = try await Distribution(of: pool)
        if let words = distribution.words { Output.note(words) }
        if !distribution.missing.isEmpty { throw ExitCode.failure }
    }

    private static func withPool(
        _ settings: SettingsOptions, for use: DatabaseUse = .inspecting, _ body: (PostgresPool) async throws -> Void
    ) async throws {
        let config = try await settings.reader()
        guard config.databaseURL != nil || config.string(forKey: "data") != nil
        else { throw Refusal("Name a database: --database-url or --data.") }
        let database = try await Database.attach(config, logger: try Logger.configured(config), for: use)
        try await database.use { try await body($0.pool) }
    }
}

extension FactTable {
    fileprivate init(_ status: [PostgresMigrator.Status]) {
        titles = ["MIGRATION", "APPLIED"]
        rows = status.map { status in
            let (label, appliedAt) = (status.migration.label, status.appliedAt)
            return (["migration": label, "appliedAt": appliedAt], [label, appliedAt?.text ?? "missing"])
        }
    }
}
