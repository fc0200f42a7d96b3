import ArgumentParser
import Configuration
import Foundation
import Logging
import Postgres
import RoundtableStore

/// `roundtable migrate`: the schema of an existing database. An embedded one is kept up to date by `serve`.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring a database's schema up to date, or tell how it stands.",
        discussion: "Example: roundtable migrate up --database-url postgresql://localhost/roundtable",
        subcommands: [Up.self, Status.self])

    struct Up: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Apply the migrations that are missing, each in a transaction of its own; safe when two run at once.")

        @OptionGroup var settings: SettingsOptions

        func run() async throws {
            try await Migrate.withPool(settings) { pool in
                let applied = try await PostgresMigrator(PostgresStore.migrations).up(on: pool)
                for migration in applied { print("applied \(migration.label)") }
                print(applied.isEmpty ? "The schema is current." : "The schema is current now.")
            }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the migrations; fails if one is missing.")

        @OptionGroup var settings: SettingsOptions

        func run() async throws {
            try await Migrate.withPool(settings) { pool in
                let status = try await PostgresMigrator(PostgresStore.migrations).status(on: pool)
                for line in status {
                    print(
                        "\(line.migration.label)  \(line.appliedAt.map { "applied \($0.formatted(.iso8601))" } ?? "missing")"
                    )
                }
                if status.contains(where: { $0.appliedAt == nil }) { throw ExitCode.failure }
            }
        }
    }

    private static func withPool(_ settings: SettingsOptions, _ body: (PostgresPool) async throws -> Void) async throws
    {
        let config = try await settings.reader()
        guard let url = config.string(forKey: "database.url", isSecret: true) else {
            throw SettingsError("Which database? --database-url or ROUNDTABLE_DATABASE_URL says.")
        }
        let pool = PostgresPool(
            configuration: try PostgresConfiguration.configured(config, url: url), logger: try Logger.configured(config)
        )
        do {
            try await body(pool)
            await pool.close()
        } catch {
            await pool.close()
            throw error
        }
    }
}
