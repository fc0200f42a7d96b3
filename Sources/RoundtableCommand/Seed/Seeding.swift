import Foundation
import Logging
import Postgres
import RoundtableStore
import Synchronization

/// Fills a database with sessions, each like one that the service played.
struct Seeding: Sendable {
    /// The number of sessions that become visible together.
    private static let batch = 5_000

    private let configuration: PostgresConfiguration
    private let sessions: Int
    private let events: Int
    private let people: Int
    private let logger: Logger

    /// A seeding that adds so much to a database.
    init(databaseURL: String, sessions: Int, events: Int, people: Int) throws {
        var configuration = try PostgresConfiguration(url: databaseURL)
        configuration.statementTimeout = nil
        self.init(configuration: configuration, sessions: sessions, events: events, people: people)
    }

    /// A seeding that adds so much to a database.
    init(configuration: PostgresConfiguration, sessions: Int, events: Int, people: Int) {
        self.configuration = configuration
        self.sessions = sessions
        self.events = events
        self.people = people
        logger = Logger(label: "roundtable") { _ in SwiftLogNoOpLogHandler() }
    }

    /// Fills the database, tells the planner, and says how long that took.
    func run() async throws -> Duration {
        let start = ContinuousClock.now
        let pool = PostgresPool(configuration: configuration, logger: logger)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await fill(pool))
        } catch {
            outcome = .failure(error)
        }
        await pool.close()
        try outcome.get()
        return start.duration(to: .now)
    }

    private func fill(_ pool: PostgresPool) async throws {
        guard try await PostgresMigrator(PostgresStore.migrations).isCurrent(on: pool) else {
            throw Refusal("The database's schema is not current; run: roundtable migrate up")
        }
        var known = configuration
        known.isDistributed = await Distribution.isPresent(by: configuration)
        let model = try await SeedModel(events: events, on: pool, known, logger: logger)
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
            try await connection.execute(script: "VACUUM (ANALYZE) \(table)", isTimed: false)
        }
    }

    private func copy(
        _ tables: [SeedModel.GameTable], and repetition: SeedModel.Repetition? = nil, for range: Range<Int>,
        _ identifiers: SeedIdentifiers, isOfSessions: Bool, over connection: PostgresConnection, name: String
    ) async throws {
        let rows = tables.map(\.lines.count).reduce(repetition?.count ?? 0, +)
        let bar = ProgressBar("Writing", of: range.count * rows, name)
        let done = Mutex(0)
        defer { bar.clear() }
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.batch) {
            let part = start..<min(start + Self.batch, range.upperBound)
            try await connection.execute(script: "BEGIN")
            for table in tables {
                let rows = SeedRows(
                    lines: table.lines, identifiers: identifiers, range: part, isOfSessions: isOfSessions,
                    progress: { count in
                        bar.show(
                            done.withLock {
                                $0 += count; return $0
                            })
                    })
                try await connection.copy(table.statement, rows: rows)
            }
            if let repetition {
                try await connection.execute(script: repetition.statement, isTimed: false)
                bar.show(
                    done.withLock {
                        $0 += part.count * repetition.count; return $0
                    })
            }
            try await connection.execute(script: "COMMIT")
        }
    }
}
