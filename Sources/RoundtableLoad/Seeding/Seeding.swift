import Foundation
import Logging
package import Postgres
import RoundtableStore

/// Fills a database with sessions, each like one that the service played.
package struct Seeding: Sendable {
    /// Why a database can't be filled.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
    }

    /// How many sessions become visible together.
    private static let batch = 5_000

    private let configuration: PostgresConfiguration
    private let sessions: Int
    private let events: Int
    private let people: Int
    private let progress: ProgressLine
    private let logger: Logger

    /// What is to be added to a database.
    package init(
        databaseURL: String, sessions: Int, events: Int, people: Int, progress: ProgressLine = .hidden
    ) throws {
        var configuration = try PostgresConfiguration(url: databaseURL)
        configuration.statementTimeout = nil
        self.init(
            configuration: configuration, sessions: sessions, events: events, people: people, progress: progress)
    }

    /// What is to be added to a database.
    package init(
        configuration: PostgresConfiguration, sessions: Int, events: Int, people: Int,
        progress: ProgressLine = .hidden
    ) {
        self.configuration = configuration
        self.sessions = sessions
        self.events = events
        self.people = people
        self.progress = progress
        logger = Logger(label: "roundtable-load") { _ in SwiftLogNoOpLogHandler() }
    }

    /// Fills the database, tells the planner, and says how long that took.
    package func run() async throws -> Duration {
        let start = ContinuousClock.now
        let pool = PostgresPool(configuration: configuration, logger: logger)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await fill(pool))
        } catch {
            outcome = .failure(error)
        }
        await pool.close()
        progress.clear()
        try outcome.get()
        return start.duration(to: .now)
    }

    private func fill(_ pool: PostgresPool) async throws {
        guard try await PostgresMigrator(PostgresStore.migrations).isCurrent(on: pool) else {
            throw Refusal(description: "The database's schema is not current; run: roundtable migrate up")
        }
        let model = try await SeedModel(events: events, on: pool, configuration, logger: logger)
        let identifiers = SeedIdentifiers(seed: .random(in: 0 ... .max), people: people)
        let connection = try await PostgresConnection.open(configuration)
        defer { connection.close() }
        try await connection.execute(script: SeedModel.batchDefinition)
        try await copy(
            model.perPlayer, for: 0..<people, identifiers, isOfSessions: false, over: connection,
            name: "rows of players")
        try await copy(
            model.perSession, and: model.repetition, for: 0..<sessions, identifiers, isOfSessions: true,
            over: connection, name: "rows of sessions")
        for table in model.tables {
            progress.show("looking at \(table) for the planner")
            try await connection.execute(script: "VACUUM (ANALYZE) \(table)", isTimed: false)
        }
    }

    private func copy(
        _ tables: [SeedModel.Table], and repetition: SeedModel.Repetition? = nil, for range: Range<Int>,
        _ identifiers: SeedIdentifiers, isOfSessions: Bool, over connection: PostgresConnection, name: String
    ) async throws {
        let rows = tables.map(\.lines.count).reduce(repetition?.count ?? 0, +)
        let bar = ProgressBar(name, of: range.count * rows, on: progress)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.batch) {
            let part = start..<min(start + Self.batch, range.upperBound)
            try await connection.execute(script: "BEGIN")
            for table in tables {
                let rows = SeedRows(
                    lines: table.lines, identifiers: identifiers, range: part, isOfSessions: isOfSessions,
                    progress: { bar.advance(by: $0) })
                try await connection.copy(table.statement, rows: rows)
            }
            if let repetition {
                try await connection.execute(script: repetition.statement, isTimed: false)
                bar.advance(by: part.count * repetition.count)
            }
            try await connection.execute(script: "COMMIT")
        }
    }
}
