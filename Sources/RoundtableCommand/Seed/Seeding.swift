import Logging
import Postgres
import RoundtableStore

/// Fills a database with sessions, each like one that the service played.
struct Seeding: Sendable {
    /// The number of sessions that become visible together.
    private static let batch = 5_000

    let configuration: PostgresConfiguration
    let sessions: Int
    let events: Int
    let people: Int

    /// Fills the database, tells the planner, and says how long that took.
    func run() async throws -> Duration {
        let start = ContinuousClock.now
        try await Database(configuration, logger: .silent).use { try await fill($0.pool) }
        return start.duration(to: .now)
    }

    private func fill(_ pool: PostgresPool) async throws {
        guard try await PostgresMigrator(PostgresStore.migrations).isCurrent(on: pool) else {
            throw Refusal("The database's schema is not current; run: roundtable migrate up")
        }
        var known = configuration
        known.isDistributed = await Distribution.isPresent(by: configuration)
        let model = try await SeedModel(events: events, on: pool, known, logger: .silent)
        let identifiers = SeedIdentifiers(seed: .random(in: 0 ... .max), people: people)
        let connection = try await PostgresConnection.open(configuration)
        defer { connection.close() }
        try await connection.execute(script: SeedModel.batchDefinition)
        try await write(model.perPlayer, people, "rows of players", over: connection, identifiers.players)
        try await write(model.perSession, sessions, "rows of sessions", over: connection, identifiers.sessions)
        for table in Set((model.perPlayer + model.perSession).map(\.table)) {
            try await connection.execute(script: "VACUUM (ANALYZE) \(table)", isTimed: false)
        }
    }

    /// - Parameter begin: the statement that fills the batch with those of some numbers.
    private func write(
        _ repetitions: [SeedModel.Repetition], _ count: Int, _ name: String, over connection: PostgresConnection,
        _ begin: (Range<Int>) -> String
    ) async throws {
        let bar = ProgressBar("Writing", of: count * repetitions.map(\.count).reduce(0, +), name)
        var done = 0
        defer { bar.clear() }
        for start in stride(from: 0, to: count, by: Self.batch) {
            let numbers = start..<min(start + Self.batch, count)
            try await connection.execute(script: "BEGIN; \(begin(numbers))", isTimed: false)
            for repetition in repetitions {
                try await connection.execute(script: repetition.statement, isTimed: false)
                done += numbers.count * repetition.count
                bar.show(done)
            }
            try await connection.execute(script: "COMMIT")
        }
    }
}

extension Seeding {
    /// A seeding of the database at a URL, whose statements may take any time.
    init(databaseURL: String, sessions: Int, events: Int, people: Int) throws {
        var configuration = try PostgresConfiguration(url: databaseURL)
        configuration.statementTimeout = nil
        self.init(configuration: configuration, sessions: sessions, events: events, people: people)
    }
}

/// The identifiers of seeded sessions and their players, as SQL that gives the same ones each time.
private struct SeedIdentifiers: Sendable {
    let seed: UInt64
    let people: Int

    /// The statement that puts players into ``SeedModel/batch``.
    func players(_ numbers: Range<Int>) -> String {
        """
        INSERT INTO \(SeedModel.batch) (player_0, credential)
        SELECT \(identifier("n", kind: 2)), \(identifier("n", kind: 3))
        FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound - 1)) AS n
        """
    }

    /// The statement that puts sessions into ``SeedModel/batch``; all players have equally many.
    func sessions(_ numbers: Range<Int>) -> String {
        let players = [0, 1].map { identifier("(n * 2 + \($0)) % \(people)", kind: 2) }
        return """
            INSERT INTO \(SeedModel.batch) (session_id, player_0, player_1)
            SELECT \(identifier("n", kind: 1)), \(players.joined(separator: ", "))
            FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound - 1)) AS n
            """
    }

    /// A UUID of version 8 (RFC 9562), made by rules of one's own, as the service's session IDs are.
    private func identifier(_ number: String, kind: Int) -> String {
        let hash = "encode(sha256(convert_to('\(seed) \(kind) ' || (\(number)), 'UTF8')), 'hex')"
        return "overlay(overlay(left(\(hash), 32) placing '8' from 13) placing '8' from 17)::uuid"
    }
}
